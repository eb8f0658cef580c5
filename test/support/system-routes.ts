import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { workerState } from './state.js';

/** An operation as the specification writes it: `GET /v1/users/{user_id}`, without the trailing slash. */
export interface Operation {
  method: string;
  path: string;
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** A route as its annotations describe it. */
export interface DeclaredRoute extends Operation {
  addition: boolean;
  isPublic: boolean;
  /** Whether API keys are refused. */
  isSessionOnly: boolean;
  /** The scope that opens it to API keys. */
  scope: string | null;
  /** Whether users with a second factor need a recent code. */
  needsStepUp: boolean;
}

export interface ServedRoutes {
  /** The router's table, of every origin. */
  routes: Operation[];
  /** What the controllers declare, each marked or not as an addition of ours. */
  declared: DeclaredRoute[];
}

/** Of the application over the worker's database. */
export async function servedRoutes(): Promise<ServedRoutes> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: workerState().databaseUrl as string };
  const script = resolve(__dirname, 'served-routes.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env, maxBuffer: 16 * 1024 * 1024 });
  return JSON.parse(stdout) as ServedRoutes;
}
