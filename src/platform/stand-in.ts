/**
 * From here on whoever requires the package gets an object that answers each name by `get`: what is large, and not needed
 * for a start, is loaded by whoever first needs it. For a start alone (lean-start.ts): the tests load the whole.
 * @returns the package itself, whole, in its place again
 * @throws where it is not installed
 */
export function standIn(name: string, get: (name: string) => unknown): () => unknown {
  const at = require.resolve(name);
  const exports = new Proxy({}, { get: (_, asked) => (asked === '__esModule' ? true : get(String(asked))) });
  const module = { id: at, filename: at, loaded: true, children: [], paths: [], exports } as unknown as NodeJS.Module;
  require.cache[at] = module;
  return () => {
    if (require.cache[at] === module) delete require.cache[at];
    return require(at);
  };
}
