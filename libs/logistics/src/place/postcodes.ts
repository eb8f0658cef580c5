import { stateCodes, type StateCode } from '@usaha/shared/malaysia';
import { placeTable } from './place-table.js';
import type { Point } from './point.js';
import { suburbTable } from './suburb-table.js';

/** Where a postcode is used. */
export interface PostcodePlace {
  state: StateCode;
  point: Point;
  /** `suburb`: its suburb's, airport's or port's own point; `town`: its town's; `prefix`: between the towns whose codes begin alike; `state`: between all of its state. */
  known_by: 'suburb' | 'town' | 'prefix' | 'state';
}

interface TableRow {
  state: StateCode;
  code: string;
  point: Point | null;
  suburb: boolean;
}

/** Name, point and postcodes of each town. */
export const townsOf = (state: StateCode): string[] => linesOf(placeTable[state]);

/** Name, point, postcodes and source of each suburb, airport and port that was checked by hand. */
export const suburbsOf = (state: StateCode): string[] => linesOf(suburbTable[state] ?? '');

const linesOf = (table: string): string[] =>
  table
    .split(/;\s*/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const pointIn = (at: string): Point | null => {
  const [latitude, longitude] = at.split(',').map(Number);
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
};

/** The rows of a state: by its suburb where that is known, else by its town. */
function rowsOf(state: StateCode): TableRow[] {
  const suburbs = new Map<string, Point | null>();
  for (const line of suburbsOf(state)) {
    const [, at = '', codes = ''] = line.split('|');
    for (const code of codes.split(' ')) suburbs.set(code, pointIn(at));
  }
  return townsOf(state).flatMap((town) => {
    const [, at = '', codes = ''] = town.split('|');
    const point = pointIn(at);
    return codes.split(' ').map((code) => {
      const suburb = suburbs.get(code);
      return { state, code, point: suburb ?? point, suburb: suburb !== undefined };
    });
  });
}

/** Points between those that were added, by text. */
class Means {
  private readonly sums = new Map<string, { latitude: number; longitude: number; count: number }>();

  add(key: string, { latitude, longitude }: Point): void {
    const sum = this.sums.get(key) ?? { latitude: 0, longitude: 0, count: 0 };
    sum.latitude += latitude;
    sum.longitude += longitude;
    sum.count += 1;
    this.sums.set(key, sum);
  }

  of(key: string): Point | null {
    const sum = this.sums.get(key);
    return sum ? { latitude: sum.latitude / sum.count, longitude: sum.longitude / sum.count } : null;
  }
}

interface Table {
  means: Means;
  /** Beginnings of codes are used by one state, but for a few codes at its border: by the one that has the most of them. */
  uses: Map<string, Map<StateCode, number>>;
  byCode: Map<string, TableRow>;
}

let read: Table | undefined;

/** The table is read when the first place is looked up: most processes never ask for one. */
const table = (): Table => (read ??= readTable());

function readTable(): Table {
  const rows = stateCodes.flatMap(rowsOf);
  const means = new Means();
  const uses: Table['uses'] = new Map();
  for (const { state, code, point } of rows) {
    for (const prefix of [code.slice(0, 3), code.slice(0, 2)]) {
      if (point) means.add(`${state} ${prefix}`, point);
      const counts = uses.get(prefix) ?? new Map<StateCode, number>();
      uses.set(prefix, counts.set(state, (counts.get(state) ?? 0) + 1));
    }
    if (point) means.add(state, point);
  }
  return { means, uses, byCode: new Map(rows.map((row) => [row.code, row])) };
}

const stateOfPrefix = (prefix: string): StateCode | undefined =>
  [...(table().uses.get(prefix) ?? [])].sort(([, a], [, b]) => b - a)[0]?.[0];

/** Between the towns of a state: where its addresses are, rather than its area. */
export const pointOfState = (state: StateCode): Point => {
  const point = table().means.of(state);
  if (!point) throw new Error(`The table of places knows no town of state ${state}`);
  return point;
};

/**
 * Where a postcode is used; null where none of Malaysia begins so.
 * @param exact whether only codes of the table count: in an address that may be abroad
 */
export function placeOfPostcode(postcode: string, { exact = false } = {}): PostcodePlace | null {
  const code = postcode.trim();
  if (!/^\d{5}$/.test(code)) return null;
  const { means, byCode } = table();
  const row = byCode.get(code);
  if (!row && exact) return null;
  const [three, two] = [code.slice(0, 3), code.slice(0, 2)];
  const state = row?.state ?? stateOfPrefix(three) ?? stateOfPrefix(two);
  if (!state) return null;
  if (row?.point) return { state, point: row.point, known_by: row.suburb ? 'suburb' : 'town' };
  const between = means.of(`${state} ${three}`) ?? means.of(`${state} ${two}`);
  return between
    ? { state, point: between, known_by: 'prefix' }
    : { state, point: pointOfState(state), known_by: 'state' };
}
