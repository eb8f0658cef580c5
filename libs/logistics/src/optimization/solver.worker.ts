import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadTask } from '@usaha/shared';
import { problemOf, type PlacesProblem } from './places-problem.js';
import type { Solution } from './problem.js';
import { solve } from './solve.js';

const answer = (given: ThreadAnswer<Solution>): void => parentPort?.postMessage(given);

parentPort?.on('message', ({ number, task }: ThreadTask<PlacesProblem>) => {
  try {
    answer({ number, result: solve(problemOf(task)) });
  } catch (error) {
    answer({ number, error: String((error as Error).stack ?? error) });
  }
});
