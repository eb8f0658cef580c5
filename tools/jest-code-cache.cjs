/**
 * What V8 has made of a module's source, kept in the worker. Each test file gets fresh modules, so that Jest compiles the same
 * sources again for each of them: Nest, TypeORM and its own `expect` for hundreds. From the cache a source takes a fraction.
 */
const vm = require('node:vm');

/** By file: the source it was compiled from, with its cache. */
const known = new Map();
const { compileFunction } = vm;

vm.compileFunction = (source, parameters, options) => {
  const { filename } = options;
  const kept = known.get(filename);
  if (kept?.source === source) return compileFunction(source, parameters, { ...options, cachedData: kept.data });
  const compiled = compileFunction(source, parameters, { ...options, produceCachedData: true });
  known.set(filename, { source, data: compiled.cachedData });
  return compiled;
};
