/**
 * Lets Jest run this ES module code base in its CommonJS mode, which needs no flag on any Node version: TypeScript and
 * the files of packages of "type": "module" (ours in dist, Nest, uuid …) are compiled to CommonJS, others stay as they are.
 */
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const inspector = require('node:inspector');
const { dirname, join } = require('node:path');
const swc = require('@swc/core');

const self = createHash('sha1').update(readFileSync(__filename)).update(swc.version).digest('hex');

/** A debugger finds a source map only in the code itself. */
const isDebugged = inspector.url() !== undefined;
const inlineMap = (map) => `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;

const typeByFolder = new Map();
/** The "type" of the nearest package.json, which is how Node itself decides. */
function packageType(folder) {
  let type = typeByFolder.get(folder);
  if (type === undefined) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) type = JSON.parse(readFileSync(file, 'utf8')).type ?? 'commonjs';
    else type = dirname(folder) === folder ? 'commonjs' : packageType(dirname(folder));
    typeByFolder.set(folder, type);
  }
  return type;
}

const isTypeScript = (path) => /\.[cm]?ts$/.test(path);
const isModule = (path) =>
  isTypeScript(path) || path.endsWith('.mjs') || (path.endsWith('.js') && packageType(dirname(path)) === 'module');

// In Node a default import of a CommonJS package is its module.exports, regardless of its __esModule. So what is compiled
// here says __esModule in its way, and only that is read as an ES module (CommonJS readers just see it truthy).
const asNodeDoes = (code) =>
  code
    .replace(/(?<=defineProperty\(exports, "__esModule", \{\n\s+value: )true/, '"module"')
    .replace(/(?<=function _interop_require_\w+\(obj.*\n.* obj && obj\.__esModule)/g, ' === "module"');

module.exports = {
  getCacheKey: (source, path, { configString, instrument }) =>
    createHash('sha1')
      .update([self, configString, instrument, path, isModule(path), isDebugged].join('\0'))
      .update(source)
      .digest('hex'),

  process(source, path) {
    if (!isModule(path)) return { code: source };
    const { code, map } = swc.transformSync(source, {
      filename: path,
      sourceFileName: path,
      sourceMaps: true,
      // A stack trace through dist then shows the line of the source.
      inputSourceMap: !path.includes('node_modules') && existsSync(`${path}.map`),
      swcrc: false,
      configFile: false,
      module: { type: 'commonjs', importInterop: 'swc' },
      jsc: {
        target: 'es2022',
        parser: isTypeScript(path) ? { syntax: 'typescript', decorators: true } : { syntax: 'ecmascript' },
        // What tsconfig.base.json says; `hidden.jest` lifts jest.mock() above the imports.
        transform: {
          legacyDecorator: true,
          decoratorMetadata: true,
          useDefineForClassFields: !isTypeScript(path),
          hidden: { jest: isTypeScript(path) },
        },
      },
    });
    return { code: asNodeDoes(code) + (isDebugged ? inlineMap(map) : ''), map };
  },
};
