import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

/** What a call of the command line ended with. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

export type Environment = Record<string, string>;

/** Runs a file of the build in a separate process, with nothing in its environment but what is given. @param input what it reads from standard input */
export function execute(
  file: string,
  args: string[],
  environment: Environment,
  cwd = tmpdir(),
  input?: string,
): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...environment };
  return new Promise((done) => {
    // Not in the checkout: what it does not say itself would fall into its data folder.
    const child = execFile(process.execPath, [file, ...args], { env, cwd }, (error, out, err) =>
      done({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
    child.stdin?.end(input);
  });
}

interface Reply {
  id: number;
  ended: Ended;
}

/**
 * The command line without its process: calls are done, one or several at a time, by one that stays, which saves each the
 * second that loading takes. Whether a separate process ends, and with which code, is for `execute`.
 */
export class CommandLine {
  private child?: ChildProcess;
  private calls = 0;
  private readonly waiting = new Map<number, { done(ended: Ended): void; fail(error: Error): void }>();

  run(args: string[], environment: Environment, cwd = tmpdir()): Promise<Ended> {
    this.child ??= this.begin();
    this.calls += 1;
    const id = this.calls;
    this.child.send({ id, args, environment, cwd });
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }

  close(): void {
    if (this.child?.connected) this.child.disconnect();
    this.child = undefined;
  }

  private begin(): ChildProcess {
    const child = spawn(process.execPath, [resolve(__dirname, 'command-line.mjs')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', ({ id, ended }: Reply) => {
      this.waiting.get(id)?.done(ended);
      this.waiting.delete(id);
    });
    child.on('exit', (code) => {
      for (const { fail } of this.waiting.values())
        fail(new Error(`The process of the command line ended with ${code}`));
      this.waiting.clear();
    });
    return child;
  }
}

/** What a call that is refused with this message ends with. */
export const refused = (message: string | RegExp) => ({
  code: 1,
  out: expect.any(String) as string,
  err: typeof message === 'string' ? `${message}\n` : (expect.stringMatching(message) as string),
});

/** Exactly one line. */
export const oneLine = (text: string): RegExp => new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`);
