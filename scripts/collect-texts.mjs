/**
 * Gathers the admin's texts: every `texts.<lang>.json` below `admin/src` is merged; the admin's build serves the result as
 * `assets/i18n/<lang>.json` (admin/vite.config.ts), so that a text lives beside the screen that says it and no two helpers edit
 * one file. Keys may be written flat (`"staff.title"`) or nested; the result is nested. A key that two files give, or
 * that is a text in one and a group in another, stops the build.
 *
 * Who says what: `admin/src/app/texts.en.json` (shell, menu), `admin/src/pages/<page>/texts.en.json`,
 * `admin/src/kit/texts.en.json` (keys below `kit.`), `admin/src/resources/<name>/texts.en.json` (keys below `<name>.`).
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const PLAIN = /^texts\.([a-z]{2})\.json$/;

function textFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return textFiles(path);
      const language = PLAIN.exec(entry.name)?.[1];
      return language ? [{ path, language }] : [];
    })
    .sort((a, b) => a.path.localeCompare(b.path));
}

function leaves(node, prefix = '') {
  return Object.entries(node).flatMap(([key, value]) => {
    const path = prefix ? `${prefix}.${key}` : key;
    return typeof value === 'string' ? [[path, value]] : leaves(value, path);
  });
}

/** @returns {{ texts: Record<string, Record<string, string>>, origin: Record<string, Record<string, string>>, problems: string[] }}
 * flat texts by language, and in which file each stands */
export function gatherTexts(sourceFolder) {
  const texts = {};
  const origin = {};
  const problems = [];
  for (const { path, language } of textFiles(sourceFolder)) {
    const name = relative(sourceFolder, path);
    texts[language] ??= {};
    origin[language] ??= {};
    let content;
    try {
      content = JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      problems.push(`${name} is not JSON: ${error.message}`);
      continue;
    }
    for (const [key, value] of leaves(content)) {
      const other = origin[language][key];
      if (other) problems.push(`"${key}" (${language}) stands in ${other} and in ${name}: keep one.`);
      texts[language][key] = value;
      origin[language][key] = name;
    }
  }
  for (const [language, flat] of Object.entries(texts)) {
    for (const key of Object.keys(flat)) {
      const parts = key.split('.');
      for (let length = 1; length < parts.length; length++) {
        const parent = parts.slice(0, length).join('.');
        if (parent in flat)
          problems.push(`"${parent}" (${language}) is a text and also the group of "${key}": rename one.`);
      }
    }
  }
  return { texts, origin, problems };
}

/** `{ 'a.b': 'x' }` → `{ a: { b: 'x' } }`, keys sorted so that the file is the same on every machine. */
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
