/**
 * What GIFT has no place for stands in its comments, as Moodle writes them: `// [id:…] [tag:…]`. Beside these two the bank's
 * own: points, skill, difficulty, explanation, how ticks are graded, the kind where it cannot be seen, what true and false are called, whether capitals matter,
 * what is said of pairs, and a sign that stands for an arrow. Others pass them over.
 */
import { joinedTags, type ExchangedQuestion } from './exchanged';

export interface GiftMarks {
  readonly id: string | null;
  readonly tags: string | null;
  /** Of every other name its last value. */
  readonly said: ReadonlyMap<string, string>;
}

const MARK = /\[([a-z_\d]{2,20}):((?:\\.|[^\\\]])*)\]/g;

export function marksOf(comments: readonly string[]): GiftMarks {
  const said = new Map<string, string>();
  const tags: string[] = [];
  for (const comment of comments)
    for (const [, name, value] of comment.matchAll(MARK)) {
      const text = value!.replace(/\\([n\]\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter)).trim();
      if (name === 'tag') tags.push(text);
      else said.set(name!, text);
    }
  return { id: said.get('id') || null, tags: joinedTags(tags), said };
}

const mark = (name: string, value: string): string =>
  `[${name}:${value.replace(/[\\\]]/g, (letter) => `\\${letter}`).replaceAll('\n', '\\n')}]`;

/** What is said of the question itself, in one line for Moodle and in further ones for the bank. */
export function linesOfMarks(
  question: ExchangedQuestion,
  tags: readonly string[],
  more: readonly (readonly [string, string])[],
): string[] {
  const { id, points, skill, difficulty, explanation } = question;
  const moodle = [...(id ? [mark('id', id)] : []), ...tags.map((tag) => mark('tag', tag))];
  const own = [
    ...(points === 1 ? [] : [mark('points', String(points))]),
    ...(skill ? [mark('skill', skill)] : []),
    ...(difficulty ? [mark('difficulty', difficulty)] : []),
    ...more.map(([name, value]) => mark(name, value)),
  ];
  const lines = [moodle, own, explanation ? [mark('explanation', explanation)] : []];
  return lines.filter((line) => line.length > 0).map((line) => `// ${line.join(' ')}`);
}
