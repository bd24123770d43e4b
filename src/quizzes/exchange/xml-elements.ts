/**
 * The elements of one XML file as they end, those below a given one as a small tree. No DOCTYPE, and so no entities of its
 * own; the first thing that is not well formed ends it.
 */
import { SaxesParser } from 'saxes';
import { QUESTION_LENGTH_MAX, type ExchangeProblem } from '../../contract/question-exchange';
import { problem, tooLong } from './exchanged';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  readonly children: Element[];
  text: string;
}

const DEPTH_MAX = 40;
/** Of one question; with its twenty options it has a hundred. */
const ELEMENTS_MAX = 4_000;
const PIECE = 32_768;

/** @yields each element called `wanted` right below the root, when it ends; null after each piece of the text; a problem ends it */
export function* elementsOf(text: string, root: string, wanted: string): Generator<Element | ExchangeProblem | null> {
  const parser = new SaxesParser();
  const ready: (Element | ExchangeProblem)[] = [];
  const open: Element[] = [];
  let [depth, elements, length] = [0, 0, 0];
  let ended: ExchangeProblem | undefined;
  const end = (line: number, why: 'doctype' | 'xml_broken' | 'not_moodle') => (ended ??= problem(line, why));
  const refuseLong = (line: number) => (ended ??= tooLong(line));

  parser.on('error', () => end(parser.line, 'xml_broken'));
  parser.on('doctype', () => end(parser.line, 'doctype'));
  parser.on('opentag', ({ name, attributes }) => {
    if (ended) return;
    depth += 1;
    if (depth === 1 && name !== root) end(parser.line, 'not_moodle');
    if (depth > DEPTH_MAX) end(parser.line, 'xml_broken');
    const isBegin = open.length === 0 && depth === 2 && name === wanted;
    if (isBegin) [elements, length] = [0, 0];
    if (!isBegin && open.length === 0) return;
    if (++elements > ELEMENTS_MAX) refuseLong(open[0]!.line);
    const element = { name, attributes, line: parser.line, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const say = (said: string) => {
    const element = open.at(-1);
    // What is in a file beside the texts is not kept, however long.
    if (ended || !element || element.name === 'file') return;
    length += said.length;
    if (length > QUESTION_LENGTH_MAX) refuseLong(open[0]!.line);
    else element.text += said;
  };
  parser.on('text', say);
  parser.on('cdata', say);
  parser.on('closetag', () => {
    if (ended) return;
    depth -= 1;
    const element = open.pop();
    if (element && open.length === 0) ready.push(element);
  });

  for (let at = 0; at < text.length && !ended; at += PIECE) {
    writeUntil(parser, text.slice(at, at + PIECE), () => ended !== undefined);
    yield* ready.splice(0);
    yield null;
  }
  if (!ended) parser.close();
  yield* ready.splice(0);
  if (ended) yield ended;
}

/** A parser that has found something wrong goes on in the piece it was given: what it finds then means nothing. */
function writeUntil(parser: SaxesParser, piece: string, isOver: () => boolean): void {
  for (let at = 0; at < piece.length && !isOver(); at += 2_048) parser.write(piece.slice(at, at + 2_048));
}

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);
export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);
