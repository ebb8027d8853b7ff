/** Addresses of collectors. */

/** Hosts of this machine, where a connection needs no TLS. */
const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** Parses the address of a collector and adds a trailing slash; undefined where it is invalid or not allowed. */
export function collectorAddress(typed: string): URL | undefined {
  let address: URL;
  try {
    address = new URL(typed.trim());
  } catch {
    return undefined;
  }
  const secure = address.protocol === "https:" || (address.protocol === "http:" && HERE.includes(address.hostname));
  if (!secure || address.search || address.hash || address.username || address.password) return undefined;
  if (!address.pathname.endsWith("/")) address.pathname += "/";
  return address;
}

/** The address of the collector that may serve this page; empty for a page that is opened as a file. */
export function servingAddress(): string {
  return location.protocol.startsWith("http") ? location.origin : "";
}
