/** An address as a QR code, drawn as one path. */

import { useEffect, useState } from "preact/hooks";
import { useStudio } from "../context";
import { download } from "../files";

/** The width of the quiet zone, in modules. */
const QUIET = 4;

interface Props {
  readonly link: string;
  /** The name of the file in which it is saved, without its ending. */
  readonly name: string;
  readonly label: string;
}

/** The code, with a button that saves it as SVG. */
export function QrCode({ link, name, label }: Props) {
  const { words } = useStudio();
  const [code, setCode] = useState<{ size: number; path: string }>();
  useEffect(() => {
    void import("uqr").then(({ encode }) => {
      const { data, size } = encode(link, { border: QUIET });
      setCode({ size, path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("") });
    });
  }, [link]);
  if (code === undefined) return null;
  const { size, path } = code;
  const save = () =>
    download(
      `${name}.svg`,
      "image/svg+xml",
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`,
    );
  return (
    <div class="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
        <path class="light" d={`M0 0h${size}v${size}H0z`} />
        <path class="dark" d={path} />
      </svg>
      <button type="button" class="button small" onClick={save}>
        {words.downloadQr}
        <span class="unseen">: {label}</span>
      </button>
    </div>
  );
}
