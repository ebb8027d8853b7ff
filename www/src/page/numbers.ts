/** Numbers as people read them. */

/** 5000 as "5,000". By hand, as the first `Intl.NumberFormat` of a cold page takes 14 ms. */
export function whole(value: number): string {
  return value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** 0.1234 as "12.3 %", with a true minus sign and a space that does not break. */
export function percent(share: number, digits = 1): string {
  const text = (Math.abs(share) * 100).toFixed(digits);
  const sign = share < 0 && Number(text) !== 0 ? "−" : "";
  return `${sign}${text}\u00a0%`;
}

/** A count and its noun: "1 report", "2 reports". */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
}
