/** Notifies the other tabs of this page that the report has been drawn or received. */

const tabs = new BroadcastChannel("candor report");

/** Notifies the other tabs. */
export function tellTabs(fingerprint: string): void {
  tabs.postMessage(fingerprint);
}

/** Calls `changed` when another tab has drawn or sent the report for this plan. */
export function onOtherTab(fingerprint: string, changed: () => void): void {
  tabs.addEventListener("message", ({ data }) => {
    if (data === fingerprint) changed();
  });
}
