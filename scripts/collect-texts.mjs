/**
 * Reads the admin's texts, `admin/src/locales/<lang>/<namespace>.json`, and merges the namespaces of each language.
 * Keys that are in two namespaces, or both a text and a group, are reported as problems.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function flattenTexts(node, prefix = '') {
  return Object.entries(node).flatMap(([key, value]) => {
    const path = prefix ? `${prefix}.${key}` : key;
    return typeof value === 'string' ? [[path, value]] : flattenTexts(value, path);
  });
}

/** @returns {{ texts: Record<string, Record<string, string>>, namespaces: Record<string, Record<string, string>>, problems: string[] }}
 * flat texts by language, and the namespace of each */
export function gatherTexts(locales) {
  const texts = {};
  const namespaces = {};
  const problems = [];
  for (const language of readdirSync(locales).sort()) {
    const flat = (texts[language] = {});
    const namespaceOf = (namespaces[language] = {});
    for (const file of readdirSync(join(locales, language)).sort()) {
      const namespace = file.replace(/\.json$/, '');
      for (const [key, value] of flattenTexts(JSON.parse(readFileSync(join(locales, language, file), 'utf8')))) {
        const other = namespaceOf[key];
        if (other) problems.push(`"${key}" (${language}) stands in ${other} and in ${namespace}: keep one.`);
        flat[key] = value;
        namespaceOf[key] = namespace;
      }
    }
    for (const key of Object.keys(flat)) {
      const parts = key.split('.');
      for (let length = 1; length < parts.length; length++) {
        const parent = parts.slice(0, length).join('.');
        if (parent in flat)
          problems.push(`"${parent}" (${language}) is a text and also the group of "${key}": rename one.`);
      }
    }
  }
  return { texts, namespaces, problems };
}

/** `{ 'a.b': 'x' }` → `{ a: { b: 'x' } }`, with sorted keys for reproducible files. */
export function nest(flat) {
  const root = {};
  for (const key of Object.keys(flat).sort()) {
    const parts = key.split('.');
    let node = root;
    for (const part of parts.slice(0, -1)) node = node[part] ??= {};
    node[parts.at(-1)] = flat[key];
  }
  return root;
}
