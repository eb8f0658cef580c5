import { once } from 'node:events';
import { call, type Answer, type Json } from './client.js';
import { textsOfPdf } from './pdf-text.js';
import { randomOf, type Random } from './random.js';
import { clonedDatabase } from './system-database.js';
import {
  newMemberAt,
  newTenantAt,
  signInAt,
  startOwnService,
  type Member,
  type OwnService,
  type OwnTenant,
} from './system-service.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The first day of the months that are driven: public holidays of it are known, and 31 days lie in it. */
export const FIRST_DAY = '2027-01-01';
export const LAST_DAY = '2027-01-31';

const day = (number: number): string =>
  new Date(Date.parse(FIRST_DAY) + (number - 1) * DAY_MS).toISOString().slice(0, 10);

/** Sen of an amount of MYR: sums of binary fractions are not exact. */
export const sen = (amount: number): number => Math.round(amount * 100);
/** The sum of amounts in MYR. */
export const total = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + sen(amount), 0) / 100;
/** What day (UTC+8) an instant is on. */
export const dayOf = (instant: string): string =>
  new Date(Date.parse(instant) + 8 * HOUR_MS).toISOString().slice(0, 10);

export interface MonthReport {
  rows: Json[];
  totals: Json;
}

/** Values by their key, in the order of their first. */
export function groupBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}

/** Cells of a CSV without line breaks in them. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  );

/** A month of one business, driven through the API of a service whose clock the test moves. The same seed is the same month. */
export class Month {
  today = FIRST_DAY;

  private constructor(
    private readonly service: OwnService,
    private readonly tenant: OwnTenant,
    /** The administrator first. */
    readonly members: Member[],
    readonly random: Random,
  ) {}

  static async begin(seed: number): Promise<Month> {
    const service = await startOwnService(await clonedDatabase(), {}, { movesClock: true });
    const tenant = await newTenantAt(service);
    const members = [tenant.admin, await newMemberAt(service, tenant, 'manager')];
    return new Month(service, tenant, members, randomOf(seed));
  }

  /** Lives through its days, each from nine in the morning on (UTC+8). @param work what happens on a day */
  async live(work: (number: number) => Promise<void>): Promise<void> {
    for (let number = 1; day(number) <= LAST_DAY; number += 1) {
      this.today = day(number);
      await this.moveTo(`${this.today}T09:00:00+08:00`);
      await work(number);
    }
  }

  /** Moves the clock; tokens of an earlier day have expired, so all sign in again. */
  async moveTo(instant: string): Promise<void> {
    const { child } = this.service;
    child.send({ ahead: Date.parse(instant) - Date.now() });
    await once(child, 'message');
    for (const member of this.members) Object.assign(member, await signInAt(this.service, member.email));
  }

  /** One of the members who work there. */
  get anyone(): Member {
    return this.random.pick(this.members);
  }

  /** What an operation of the reference surface answers; undefined where the business rules refuse it (409). @throws for other refusals */
  async try(method: string, path: string, body?: unknown): Promise<Json | undefined> {
    const answer = await this.send(method, path, body);
    if (answer.status === 409) return undefined;
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  }

  /** @throws unless it is done */
  post = (path: string, body: unknown): Promise<Json> => this.must('POST', path, body);
  put = (path: string, body: unknown): Promise<Json> => this.must('PUT', path, body);

  async get(path: string): Promise<Json> {
    const answer = await this.send('GET', path);
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  }

  /** Every row of a list, through its pages. */
  async all(path: string): Promise<Json[]> {
    const rows: Json[] = [];
    for (let page = 1; ; page += 1) {
      const found = await this.get(`${path}?page=${page}&page_size=100`);
      rows.push(...found);
      if (found.length < 100) return rows;
    }
  }

  /**
   * A report as JSON; CSV and PDF are asked for, too, and must say the same.
   * @param path within the reference surface, such as `retail/reports/sales` @param pdf whether it is printed at all
   */
  async report(path: string, query: Readonly<Record<string, string>> = {}, pdf = true): Promise<MonthReport> {
    const period: Record<string, string> = query.date === undefined ? { date_from: FIRST_DAY, date_to: LAST_DAY } : {};
    const asked = new URLSearchParams({ ...period, ...query });
    const report = await this.get(`${path}/?${asked}`);
    const csv = await this.send('GET', `${path}/?${asked}&format=csv`);
    expect(csv.status).toBe(200);
    const [head = '', ...lines] = csv.text.replace('\uFEFF', '').trim().split('\r\n');
    const keys = cellsOf(head);
    const written = lines.map(cellsOf);
    const isFigure = (i: number, key: string): boolean => typeof report.rows[i]?.[key] === 'number';
    expect(
      written.map((cells, i) => keys.map((key, at) => (isFigure(i, key) ? Number(cells[at]) : cells[at]))),
    ).toEqual(report.rows.map((row: Json) => keys.map((key) => row[key] ?? '')));
    if (pdf) await this.printed(`${path}/?${asked}&format=pdf`, report, keys);
    return report;
  }

  /** A PDF has every total of the columns that are shown. */
  private async printed(path: string, { totals }: { totals?: Json }, keys: readonly string[]): Promise<void> {
    const answer = await fetch(`${this.service.baseUrl}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${this.tenant.admin.token}` },
    });
    expect([path, answer.status]).toEqual([path, 200]);
    const bytes = await answer.arrayBuffer();
    const text = textsOfPdf(Buffer.from(bytes)).join(' ').replaceAll(',', '').replaceAll('−', '-');
    for (const name of keys) {
      const figure: unknown = totals?.[name];
      const isThere =
        typeof figure !== 'number' || [String(figure), figure.toFixed(2)].some((one) => text.includes(one));
      expect([path, name, isThere]).toEqual([path, name, true]);
    }
  }

  private async must(method: string, path: string, body: unknown): Promise<Json> {
    const answer = await this.send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  }

  private send(method: string, path: string, body?: unknown): Promise<Answer> {
    const { token } = path.includes('/reports/') ? this.tenant.admin : this.anyone;
    const [resource = '', query] = path.split('?');
    const whole = `/api/v1/${resource.replace(/\/?$/, '/')}${query === undefined ? '' : `?${query}`}`;
    return call(method, whole, { body, token }, this.service.baseUrl);
  }
}
