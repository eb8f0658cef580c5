import { invalid } from '../errors.js';
import { fieldMessages } from '../language/messages.js';

/** The largest sum of money, in ringgit. */
export const MAX_MONEY = 999_999_999_999.99;

/** A number as it is written in decimals: `units` / 10^`scale`. */
interface Decimal {
  units: bigint;
  scale: number;
}

/** What JSON writes for a number is what was meant by it: 16.75, and not the binary fraction nearest to it. */
function decimal(value: number): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) throw new RangeError(`${value} is no amount`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(sign + whole + fraction);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

/** Half-up, a half away from zero: what is given back is rounded as what was taken. @param divisor more than zero */
export function quotient(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return (dividend < 0n ? dividend - half : dividend + half) / divisor;
}

const senOf = ({ units, scale }: Decimal): bigint => quotient(units * 100n, 10n ** BigInt(scale));

/** Rates and factors have four decimals mostly. */
const RATE_SCALE = 10_000;
/** Below it every decimal of this number of digits is told from all others by the number nearest to it. */
const MOST_EXACT = 1e15;

/**
 * A number as whole parts of a scale, where that is what JSON writes for it; NaN where it takes `decimal` to say. Nearly all that is worked
 * with is of this kind, and a sale of a thousand lines makes ten thousand such numbers.
 */
function parts(value: number, scale: number): number {
  const whole = Math.round(value * scale);
  return Math.abs(whole) < MOST_EXACT && whole / scale === value ? whole : Number.NaN;
}

/** The same as `quotient`, of whole numbers; NaN where they are too large to be exact. */
function rounded(dividend: number, divisor: number): number {
  const most = Math.abs(dividend) + Math.floor(divisor / 2);
  if (!(most <= Number.MAX_SAFE_INTEGER)) return Number.NaN;
  const whole = (most - (most % divisor)) / divisor;
  return dividend < 0 ? -whole : whole;
}

/** Whole sen in ringgit, if that many could be worked out as numbers; zero is never negative. */
const inRinggit = (sen: number, otherwise: () => bigint): number =>
  Number.isNaN(sen) ? fromSen(otherwise()) : sen / 100 + 0;

/** An amount in whole sen (a hundredth of a ringgit); further decimals are rounded half-up. @throws RangeError for NaN and infinities */
export function toSen(amount: number): bigint {
  const sen = parts(amount, 100);
  return Number.isNaN(sen) ? senOf(decimal(amount)) : BigInt(sen);
}

/** A rate in percent as it can be kept: with at most four decimals, half-up. */
export const toRate = (percent: number): number => Math.round(percent * 10_000) / 10_000;

/** Whole sen as an amount in ringgit. */
export function fromSen(sen: bigint): number {
  const digits = String(sen < 0n ? -sen : sen).padStart(3, '0');
  return Number(`${sen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/**
 * Arithmetic of amounts in ringgit, as JSON numbers with at most two decimals. It is done in whole numbers on the
 * decimals as written, so that the printed numbers satisfy the printed formulas: 6 % of 16.75 is 1.01.
 */
export const money = {
  /** To the sen, half-up. */
  round: (amount: number): number => inRinggit(parts(amount, 100), () => senOf(decimal(amount))),

  /** The exact sum of amounts, each rounded to the sen first. */
  add(...amounts: number[]): number {
    let sum = 0;
    for (const amount of amounts) {
      sum += parts(amount, 100);
      if (!(Math.abs(sum) < MOST_EXACT)) sum = Number.NaN;
    }
    return inRinggit(sum, () => amounts.reduce((all, amount) => all + toSen(amount), 0n));
  },

  /** An amount times a factor, rounded once. */
  times: (amount: number, factor: number): number =>
    inRinggit(rounded(parts(amount, 100) * parts(factor, RATE_SCALE), RATE_SCALE), () => {
      const [a, b] = [decimal(amount), decimal(factor)];
      return senOf({ units: a.units * b.units, scale: a.scale + b.scale });
    }),

  /** Some parts (quantity) of an amount that is divided into parts (of), rounded once: 28.62 × 1 / 3. */
  share: (amount: number, quantity: number, of: number): number =>
    fromSen(quotient(toSen(amount) * BigInt(quantity), BigInt(of))),

  /** A percentage of an amount (6 means 6 %), rounded once. */
  percent: (amount: number, percent: number): number =>
    inRinggit(rounded(parts(amount, 100) * parts(percent, RATE_SCALE), RATE_SCALE * 100), () => {
      const [a, b] = [decimal(amount), decimal(percent)];
      return senOf({ units: a.units * b.units, scale: a.scale + b.scale + 2 });
    }),

  /**
   * An amount that can be kept, rounded to the sen, whether it was given or computed.
   * @param field what it is blamed on @throws invalid when it is negative, too large or no number
   */
  within(field: string, amount: number): number {
    if (amount >= 0 && amount <= MAX_MONEY) return money.round(amount);
    throw invalid(field, fieldMessages.mustComeToAmount({ field, most: MAX_MONEY, amount }));
  },
};
