import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { whoListens, whyNotListen } from './port.js';
import { codeOf, reasonOf } from './reason.js';

/**
 * What can be known to be in the way of a start before anything is built, made or opened. It is no TypeScript, since
 * `npm start` asks it before there is a build; the built service asks it too.
 */

/** Where the service listens and keeps things unless it is told otherwise: other machines are let in by HOST or by production. */
export const defaults = { port: 3000, host: '127.0.0.1', dataFolder: '.data' };

/** @returns the places of the environment, or null where it is not usable, which the configuration says in its own words */
export function placesOf(environment, cwd) {
  const text = (name) => environment[name]?.trim() || undefined;
  const port = Number(text('PORT') ?? defaults.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return null;
  const host = text('HOST') ?? (text('NODE_ENV') === 'production' ? null : defaults.host);
  const secrets = ['JWT_KEYS', 'SEAL_KEYS', 'SEARCH_KEY'].every((name) => text(name) !== undefined);
  const needsFolder = text('DATABASE_URL') === undefined || !secrets;
  return { port, host, dataDir: needsFolder ? (text('DATA_DIR') ?? join(cwd, defaults.dataFolder)) : null };
}

/** The obstacles to a start, a line each. Nothing is made, and nothing stays open. */
export async function inTheWay({ port, host, dataDir }) {
  const problems = [
    await portProblem(port, host),
    dataDir === null ? undefined : await folderProblem(resolve(dataDir)),
  ];
  return problems.filter((problem) => problem !== undefined);
}

async function portProblem(port, host) {
  const error = port === 0 ? undefined : await whyNotListen(port, host);
  return error && listeningProblem(port, host, error);
}

/** @param error what came of listening there */
export async function listeningProblem(port, host, error) {
  if (codeOf(error) === 'EADDRINUSE')
    return `Port ${port} is in use by ${await whoListens(port)}; stop it, or set another PORT`;
  return `Cannot listen on port ${port} of ${host ?? 'this machine'}: ${error.message}; set another PORT or HOST`;
}

async function folderProblem(path) {
  try {
    let there = path;
    while (!(await stat(there).catch(missing))) there = dirname(there);
    const isFolder = (await stat(there)).isDirectory();
    if (!isFolder) throw Object.assign(new Error('not a folder'), { code: there === path ? 'EEXIST' : 'ENOTDIR' });
    await access(there, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `The data directory ${path} cannot be written (${reasonOf(error)}); set DATA_DIR to a directory that can`;
  }
}

function missing(error) {
  if (codeOf(error) !== 'ENOENT') throw error;
}
