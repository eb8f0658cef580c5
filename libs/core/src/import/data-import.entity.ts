import { TenantRecord, columns, conflict, type Language } from '@usaha/shared';
import { Entity } from 'typeorm';
import { messages } from './import.messages.js';

export const importModes = ['upsert', 'create', 'update'] as const;
export type ImportMode = (typeof importModes)[number];
export const importErrorPolicies = ['skip', 'abort'] as const;
export type ImportErrorPolicy = (typeof importErrorPolicies)[number];
export const emptyCells = ['keep', 'clear'] as const;
export type EmptyCells = (typeof emptyCells)[number];
export const importStatuses = [
  'queued',
  'checking',
  'checked',
  'invalid',
  'running',
  'done',
  'failed',
  'cancelled',
] as const;
export type ImportStatus = (typeof importStatuses)[number];
const starters = ['user', 'api_key'] as const;
const importLanguages = ['en', 'ms'] as const satisfies Language[];

/** Rows of an import by what came of them. */
export interface ImportTotals {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

/** How an import is to be done. */
export type ImportOrder = Pick<
  DataImport,
  'resource' | 'file_id' | 'mode' | 'match_on' | 'dry_run' | 'on_error' | 'empty_cells' | 'set_balances'
>;

/** A file that is read into the records of a resource. Its progress is written by the job that works on it. */
@Entity({ schema: 'core', name: 'imports' })
export class DataImport extends TenantRecord {
  /** `retail.products` */
  @columns.code() resource!: string;
  @columns.uuid() file_id!: string;
  @columns.choice(importModes) mode: ImportMode = 'upsert';
  @columns.code({ nullable: true }) match_on: string | null = null;
  /** Whether it waits for `run` once it was checked. */
  @columns.flag() dry_run = true;
  @columns.choice(importErrorPolicies) on_error: ImportErrorPolicy = 'skip';
  @columns.choice(emptyCells) empty_cells: EmptyCells = 'keep';
  @columns.flag() set_balances = false;
  @columns.choice(importStatuses) status: ImportStatus = 'queued';
  /** Why it is invalid or failed, in the language of its starter. */
  @columns.text({ nullable: true }) reason: string | null = null;
  @columns.list() unknown_columns: string[] = [];
  /** The user or API key that started it. */
  @columns.uuid() created_by!: string;
  @columns.choice(starters) created_by_kind: (typeof starters)[number] = 'user';
  @columns.choice(importLanguages) language: Language = 'en';
  @columns.instant({ nullable: true }) started_at: Date | null = null;
  @columns.instant({ nullable: true }) finished_at: Date | null = null;
  /** Rows that are done, in the present status. */
  @columns.count() position = 0;
  @columns.count() rows = 0;
  @columns.count() created = 0;
  @columns.count() updated = 0;
  @columns.count() unchanged = 0;
  @columns.count() failed = 0;
  /** The process that works on it, and until when it may without saying so again. */
  @columns.uuid({ nullable: true }) holder: string | null = null;
  @columns.instant({ nullable: true }) leased_until: Date | null = null;

  /** How often it was begun since it last got further. */
  @columns.count({ default: 0 }) attempts = 0;

  static of(order: Partial<ImportOrder> & Pick<ImportOrder, 'resource' | 'file_id'>): DataImport {
    return Object.assign(new DataImport(), order);
  }

  /** @param language of what it tells */
  startedBy({ id, kind }: { id: string; kind: 'user' | 'api_key' }, language: Language): void {
    this.created_by = id;
    this.created_by_kind = kind;
    this.language = language;
  }

  get totals(): ImportTotals {
    const { rows, created, updated, unchanged, failed } = this;
    return { rows, created, updated, unchanged, failed };
  }

  /** Writes what a check has found. @throws conflict in every other status than checked */
  run(): void {
    if (this.status !== 'checked') throw conflict('status', messages.notChecked({ status: this.status }));
    this.dry_run = false;
    this.status = 'queued';
    this.holder = this.leased_until = null;
  }

  /** @throws conflict where it has ended */
  cancel(now: Date): void {
    if (!['queued', 'checking', 'checked', 'running'].includes(this.status))
      throw conflict('status', messages.hasEnded({ status: this.status }));
    this.status = 'cancelled';
    this.finished_at = now;
    this.holder = this.leased_until = null;
  }
}
