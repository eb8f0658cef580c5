import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the set-up tells the test files: one server and one database for each of Jest's workers. */
export interface TestState {
  workers: WorkerState[];
  /** The owner's URL of the server's own database, from which tests may clone the template. null with BASE_URL. */
  ownerUrl: string | null;
  template: string | null;
}

export interface WorkerState {
  baseUrl: string;
  /** What the server writes; null with BASE_URL. */
  logFile: string | null;
  /** As the service itself works, bound by row level security. */
  databaseUrl: string | null;
  /** As the owner of the tables. */
  ownerUrl: string | null;
}

export const STATE_VARIABLE = 'USAHA_TEST_STATE';

let state: TestState | undefined;

function stateFile(): string {
  const file = process.env[STATE_VARIABLE];
  if (!file) throw new Error('The tests run through Jest with its global set-up');
  return file;
}

/** The folder that the tear-down removes. */
export const runFolder = (): string => dirname(stateFile());

export function testState(): TestState {
  state ??= JSON.parse(readFileSync(stateFile(), 'utf8')) as TestState;
  return state;
}

/** This worker's server. Only one test file at a time uses it. */
export function workerState(): WorkerState {
  const { workers } = testState();
  const worker = workers[(Number(process.env.JEST_WORKER_ID ?? 1) - 1) % workers.length];
  if (!worker) throw new Error('There is no server for this worker');
  return worker;
}
