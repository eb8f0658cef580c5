// Loaded into a start: it is told to stop while a module is read, that of TOLD_AT.
import { register } from 'node:module';

const hooks = `export async function load(url, context, next) {
  if (url.includes(process.env.TOLD_AT)) {
    process.kill(process.pid, 'SIGTERM');
    await new Promise((done) => setTimeout(done, 300));
  }
  return next(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
