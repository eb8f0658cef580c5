import { parentPort } from 'node:worker_threads';
import { solve, type Solution } from '@usaha/route-solver';
import type { ThreadAnswer, ThreadTask } from '@usaha/shared';
import { problemOf, type PlacesProblem } from './places-problem.js';

const answer = (given: ThreadAnswer<Solution>): void => parentPort?.postMessage(given);

parentPort?.on('message', ({ number, task }: ThreadTask<PlacesProblem>) => {
  try {
    answer({ number, result: solve(problemOf(task)) });
  } catch (error) {
    answer({ number, error: String((error as Error).stack ?? error) });
  }
});
