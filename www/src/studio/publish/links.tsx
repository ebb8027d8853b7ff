/** The addresses of a published survey, with their QR codes: for everybody's own device, and for a device that many people share. */

import { settingsOfTerms, type Terms } from "../../answer/terms";
import { settingsOf } from "../../survey-theme/theme";
import { useStudio } from "../context";
import { QrCode } from "./qr";

interface Props {
  /** The address at which respondents answer. */
  readonly link: string;
  readonly survey: string;
  /** What is said before the address. */
  readonly said: string;
  /** Whether many people may answer on one device. */
  readonly isShared: boolean;
  /** What the page says about its reports. */
  readonly terms: Terms;
}

/** Both addresses, looking as the author's surveys do. */
export function Links({ link, survey, said, isShared, terms }: Props) {
  const { words, looks } = useStudio();
  const own = link + settingsOf(looks) + settingsOfTerms(terms);
  return (
    <>
      <Link address={own} name={survey} said={said} qr={words.qr} />
      {isShared && (
        <Link
          address={`${own}&mode=kiosk`}
          name={`${survey}.kiosk`}
          said={`${words.kioskLink} ${words.kioskNote}`}
          qr={words.kioskQr}
        />
      )}
    </>
  );
}

interface LinkProps {
  readonly address: string;
  readonly name: string;
  readonly said: string;
  readonly qr: string;
}

function Link({ address, name, said, qr }: LinkProps) {
  return (
    <div>
      <p>
        {said}
        <br />
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
      <QrCode link={address} name={name} label={qr} />
    </div>
  );
}
