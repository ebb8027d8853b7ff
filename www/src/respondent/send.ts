/** Sending the report, and in words what became of it. */

/** Why a report was not received, in a sentence for the person who sent it. */
export class NotReceived extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
  }
}

/** Posts the report's bytes; resolves once the collector has stored them, now or before. */
export async function send(report: string): Promise<void> {
  const response = await post(report);
  if (!response.ok) throw new NotReceived(refusal(response.status));
}

async function post(report: string): Promise<Response> {
  try {
    return await fetch("/reports", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: report,
      credentials: "omit",
    });
  } catch (cause) {
    throw new NotReceived("The collector cannot be reached.", cause);
  }
}

function refusal(status: number): string {
  if (status === 409) return "The collector already holds another report with this id and keeps the first.";
  if (status === 422) return "The collector does not accept this report. The survey may have changed since it was drawn.";
  return `The collector could not store the report (status ${status}).`;
}
