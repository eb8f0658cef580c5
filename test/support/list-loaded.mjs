// Loaded before the service where a test wants to know which modules it reads: each is a line of LOADED_FILE.
import { appendFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';

const hooks = `import { appendFileSync } from 'node:fs';
export const load = (url, context, next) => {
  appendFileSync(process.env.LOADED_FILE, url + '\\n');
  return next(url, context);
};`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
// What those require, which is not told of.
const { cache } = createRequire(import.meta.url);
process.once('exit', () => appendFileSync(process.env.LOADED_FILE, Object.keys(cache).join('\n')));
