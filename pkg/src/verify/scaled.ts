/**
 * Interval arithmetic on positive numbers m·2ᵉ with a 64-bit mantissa: every operation is rounded in both directions. Results
 * equal those of `src/exact` bit for bit, so that a promise is the same wherever it is verified.
 */

/** `mantissa · 2^exponent`; the mantissa's top bit is set. */
export interface Scaled {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** `low ≤ exact value ≤ high`, all positive. */
export interface Enclosure {
  readonly low: Scaled;
  readonly high: Scaled;
}

const TOP = 1n << 63n;
const MASK = (1n << 64n) - 1n;
const WIDE = 1n << 127n;

export const ONE: Scaled = { mantissa: TOP, exponent: -63 };
export const EXACTLY_ONE: Enclosure = { low: ONE, high: ONE };

/**
 * Encloses `value · 2^exponent`, plus a little more where `rest` says that something positive was cut off; `value` has 64 + `cut`
 * bits.
 */
function enclosing(value: bigint, cut: bigint, exponent: number, rest: boolean): Enclosure {
  const low = { mantissa: value >> cut, exponent: exponent + Number(cut) };
  if (!rest && low.mantissa << cut === value) return { low, high: low };
  const mantissa = low.mantissa + 1n;
  const high = mantissa > MASK ? { mantissa: TOP, exponent: low.exponent + 1 } : { mantissa, exponent: low.exponent };
  return { low, high };
}

export function times(a: Scaled, b: Scaled): Enclosure {
  const product = a.mantissa * b.mantissa;
  return enclosing(product, product < WIDE ? 63n : 64n, a.exponent + b.exponent, false);
}

export function over(a: Scaled, b: Scaled): Enclosure {
  const dividend = a.mantissa << 64n;
  const quotient = dividend / b.mantissa;
  const rest = quotient * b.mantissa !== dividend;
  return enclosing(quotient, quotient > MASK ? 1n : 0n, a.exponent - b.exponent - 64, rest);
}

/** Both mantissas are shifted up by 63 bits, so that the smaller one keeps 63 more bits when it is aligned. */
function plus(a: Scaled, b: Scaled): Enclosure {
  const [large, small] = isLess(a, b) ? [b, a] : [a, b];
  const wide = small.mantissa << 63n;
  const shift = BigInt(Math.min(large.exponent - small.exponent, 128));
  const shifted = wide >> shift;
  const sum = (large.mantissa << 63n) + shifted;
  return enclosing(sum, sum < WIDE ? 63n : 64n, large.exponent - 63, shifted << shift !== wide);
}

export function isLess(a: Scaled, b: Scaled): boolean {
  return a.exponent === b.exponent ? a.mantissa < b.mantissa : a.exponent < b.exponent;
}

export function larger(a: Scaled, b: Scaled): Scaled {
  return isLess(a, b) ? b : a;
}

/** Encloses a whole number of at least 1. */
export function enclosed(value: bigint | number): Enclosure {
  const whole = BigInt(value);
  return enclosing(whole, BigInt(whole.toString(2).length - 64), 0, false);
}

export function product(a: Enclosure, b: Enclosure): Enclosure {
  const low = times(a.low, b.low);
  return a.low === a.high && b.low === b.high ? low : { low: low.low, high: times(a.high, b.high).high };
}

export function quotient(a: Enclosure, b: Enclosure): Enclosure {
  const low = over(a.low, b.high);
  return a.low === a.high && b.low === b.high ? low : { low: low.low, high: over(a.high, b.low).high };
}

export function sum(a: Enclosure, b: Enclosure): Enclosure {
  return { low: plus(a.low, b.low).low, high: plus(a.high, b.high).high };
}

/** The larger of the two ratios between two values, rounded up; at least 1. */
export function spread(a: Enclosure, b: Enclosure): Scaled {
  return larger(larger(over(a.high, b.low).high, over(b.high, a.low).high), ONE);
}

/** The binary logarithm, with an error of about 2⁻⁴⁰. */
export function log2({ mantissa, exponent }: Scaled): number {
  return Math.log2(Number(mantissa)) + exponent;
}

/**
 * An upper bound of the natural logarithm of a number of at least 1: four units in the last place above a value that is accurate
 * within one.
 */
export function ln({ mantissa, exponent }: Scaled): number {
  const power = exponent + 63;
  const fraction = Number(mantissa - TOP) / 2 ** 63;
  return plusPowers(log1p(fraction), power) * (1 + 4 * Number.EPSILON);
}

/** The upper 26 bits of ln 2; the rest has 27 bits. Products of either part with a whole number below 2²⁶ are exact. */
const HIGH = Math.floor(Math.LN2 * 2 ** 26) / 2 ** 26;

/** Computes `logarithm + power · ln 2` with a single rounding of product and sum together. */
function plusPowers(logarithm: number, power: number): number {
  const [multiple, cut] = exactSum(power * HIGH, power * (Math.LN2 - HIGH));
  const [nearest, rest] = exactSum(multiple, logarithm);
  return nearest + (rest + cut);
}

/** A sum and its rounding error, exactly [Knuth97, §4.2.2, Theorem B]. */
function exactSum(a: number, b: number): readonly [number, number] {
  const sum = a + b;
  const ofB = sum - a;
  return [sum, a - (sum - ofB) + (b - ofB)];
}

/** ln 2 as its first 32 bits and the rest. */
const LN2 = [0.6931471803691238, 1.9082149292705877e-10] as const;
/** Coefficients of z, z², … z⁷, with z = (f/(2+f))², in the part of ln(1+f) beyond f − f²/2. */
const SERIES = [
  0.6666666666666735, 0.3999999999940942, 0.2857142874366239, 0.22222198432149784, 0.1818357216161805,
  0.15313837699209373, 0.14798198605116586,
] as const;

/**
 * Computes ln(1 + x) for 0 ≤ x ≤ 1 with the constants and steps of the module's `libm`, so that every engine gets the same last
 * bit, which `Math.log1p` does not guarantee.
 */
function log1p(x: number): number {
  if (x < 2 ** -53) return x;
  // Above √2 − 1 the sum 1 + x is halved, and its rounding error is corrected for.
  const halved = x >= 0.4142136573791504;
  const whole = 1 + x;
  const lost = halved ? (x - (whole - 1)) / whole : 0;
  const f = halved ? whole / 2 - 1 : x;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (SERIES[1] + w * (SERIES[3] + w * SERIES[5]));
  const odd = z * (SERIES[0] + w * (SERIES[2] + w * (SERIES[4] + w * SERIES[6])));
  const k = Number(halved);
  return s * (half + (odd + even)) + (k * LN2[1] + lost) - half + f + k * LN2[0];
}
