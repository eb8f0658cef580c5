/** Finds what an import names the way TypeScript and Node find it for an ES module. */
const { existsSync } = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');
const Module = require('node:module');

/** `./x.js` in a TypeScript file means `./x.ts`: the path of that file, where there is one. */
function sourceOf(request, folder) {
  if (!/^\.\.?\//.test(request) || !/\.[cm]?js$/.test(request)) return undefined;
  const source = join(folder, request.replace(/js$/, 'ts'));
  return existsSync(source) ? source : undefined;
}

module.exports = {
  sync(request, options) {
    // Nothing in node_modules is written in TypeScript: no question of the disk for thousands of files.
    const source = options.basedir.includes('node_modules') ? undefined : sourceOf(request, options.basedir);
    if (source) return source;
    try {
      return options.defaultResolver(request, options);
    } catch (error) {
      if (request.startsWith('.') || isAbsolute(request)) throw error;
      // A package that can only be imported has no "require" or "default" entry; it is compiled to CommonJS all the same.
      try {
        return options.defaultResolver(request, { ...options, conditions: ['import', ...(options.conditions ?? [])] });
      } catch {
        throw error;
      }
    }
  },

  /** Jest loads globalSetup and globalTeardown with Node's own require, which its resolver does not reach. */
  extendNode() {
    const original = Module._resolveFilename;
    Module._resolveFilename = function (request, parent, ...rest) {
      const file = parent?.filename;
      const source = file?.endsWith('.ts') ? sourceOf(request, dirname(file)) : undefined;
      return source ?? original.call(this, request, parent, ...rest);
    };
  },
};
