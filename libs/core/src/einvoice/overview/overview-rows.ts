import { money } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import { sourcePlaces, type SourceFigure, type SourceKind, type SourcePlace } from '../source/index.js';

type Counts = Record<SourcePlace, number>;
type Totals = Record<`${SourcePlace}_total`, number>;

/** Documents of one kind and currency of a month. The five places add up to `count` and `total`. */
export interface OverviewRow extends Counts, Totals {
  module: ModuleKey;
  kind: SourceKind;
  currency: string;
  count: number;
  total: number;
}

/** The rows of a kind, by currency; none where it has no documents. */
export function overviewRows(module: ModuleKey, kind: SourceKind, figures: readonly SourceFigure[]): OverviewRow[] {
  return [...new Set(figures.map(({ currency }) => currency))].sort().map((currency) => {
    const same = figures.filter((one) => one.currency === currency);
    const of = (place: SourcePlace) => same.filter((one) => one.place === place);
    const counts = (some: readonly SourceFigure[]): number => some.reduce((sum, { count }) => sum + count, 0);
    const totals = (some: readonly SourceFigure[]): number => money.add(0, ...some.map(({ total }) => total));
    const places = Object.fromEntries(
      sourcePlaces.flatMap((place) => [
        [place, counts(of(place))],
        [`${place}_total`, totals(of(place))],
      ]),
    ) as Counts & Totals;
    return { module, kind, currency, count: counts(same), total: totals(same), ...places };
  });
}
