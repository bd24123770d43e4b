/**
 * Annotations in GIFT comments. Moodle writes `// [id:…] [tag:…]`; we add points, skill, difficulty, explanation,
 * grading, ambiguous kinds, labels of true and false, case sensitivity, feedback of pairs, and a replacement character
 * for arrows. Other systems ignore them.
 */
import { joinTags, type ExchangedQuestion } from './exchanged-question';

export interface GiftAnnotations {
  readonly id: string | null;
  readonly tags: string | null;
  /** Last value by name, without id and tags. */
  readonly values: ReadonlyMap<string, string>;
}

const ANNOTATION = /\[([a-z_\d]{2,20}):((?:\\.|[^\\\]])*)\]/g;

export function parseAnnotations(comments: readonly string[]): GiftAnnotations {
  const values = new Map<string, string>();
  const tags: string[] = [];
  for (const comment of comments)
    for (const [, name, value] of comment.matchAll(ANNOTATION)) {
      const text = value!.replace(/\\([n\]\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter)).trim();
      if (name === 'tag') tags.push(text);
      else values.set(name!, text);
    }
  return { id: values.get('id') || null, tags: joinTags(tags), values };
}

const formatAnnotation = (name: string, value: string): string =>
  `[${name}:${value.replace(/[\\\]]/g, (letter) => `\\${letter}`).replaceAll('\n', '\\n')}]`;

/** The annotations of Moodle in one line, ours in further lines. */
export function writeAnnotationLines(
  question: ExchangedQuestion,
  tags: readonly string[],
  extraAnnotations: readonly (readonly [string, string])[],
): string[] {
  const { id, points, skill, difficulty, explanation } = question;
  const moodleAnnotations = [
    ...(id ? [formatAnnotation('id', id)] : []),
    ...tags.map((tag) => formatAnnotation('tag', tag)),
  ];
  const ownAnnotations = [
    ...(points === 1 ? [] : [formatAnnotation('points', String(points))]),
    ...(skill ? [formatAnnotation('skill', skill)] : []),
    ...(difficulty ? [formatAnnotation('difficulty', difficulty)] : []),
    ...extraAnnotations.map(([name, value]) => formatAnnotation(name, value)),
  ];
  const lines = [moodleAnnotations, ownAnnotations, explanation ? [formatAnnotation('explanation', explanation)] : []];
  return lines.filter((line) => line.length > 0).map((line) => `// ${line.join(' ')}`);
}
