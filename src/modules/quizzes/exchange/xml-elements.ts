/**
 * Streams the child elements of the root of an XML file as small trees. No DOCTYPE, and so no custom entities; the
 * first syntax error ends the stream.
 */
import { SaxesParser } from 'saxes';
import { QUESTION_LENGTH_MAX, type ExchangeProblem } from '../../../contract/question-exchange';
import { problem, tooLong } from './exchanged-question';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  readonly children: XmlElement[];
  text: string;
}

const DEPTH_MAX = 40;
/** Per question; one with twenty options has about a hundred. */
const ELEMENTS_MAX = 4_000;
const PIECE_LENGTH = 32_768;

/** @yields each closed child named `childName`; null after each piece of text; a problem ends the stream */
export function* streamElements(
  text: string,
  root: string,
  childName: string,
): Generator<XmlElement | ExchangeProblem | null> {
  const parser = new SaxesParser();
  const ready: (XmlElement | ExchangeProblem)[] = [];
  const open: XmlElement[] = [];
  let [depth, elements, length] = [0, 0, 0];
  let failure: ExchangeProblem | undefined;
  const fail = (line: number, reason: 'doctype' | 'xml_broken' | 'not_moodle') => (failure ??= problem(line, reason));
  const failTooLong = (line: number) => (failure ??= tooLong(line));

  parser.on('error', () => fail(parser.line, 'xml_broken'));
  parser.on('doctype', () => fail(parser.line, 'doctype'));
  parser.on('opentag', ({ name, attributes }) => {
    if (failure) return;
    depth += 1;
    if (depth === 1 && name !== root) fail(parser.line, 'not_moodle');
    if (depth > DEPTH_MAX) fail(parser.line, 'xml_broken');
    const isWanted = open.length === 0 && depth === 2 && name === childName;
    if (isWanted) [elements, length] = [0, 0];
    if (!isWanted && open.length === 0) return;
    if (++elements > ELEMENTS_MAX) failTooLong(open[0]!.line);
    const element = { name, attributes, line: parser.line, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const appendText = (fragment: string) => {
    const element = open.at(-1);
    // Embedded files are skipped and do not count towards the length.
    if (failure || !element || element.name === 'file') return;
    length += fragment.length;
    if (length > QUESTION_LENGTH_MAX) failTooLong(open[0]!.line);
    else element.text += fragment;
  };
  parser.on('text', appendText);
  parser.on('cdata', appendText);
  parser.on('closetag', () => {
    if (failure) return;
    depth -= 1;
    const element = open.pop();
    if (element && open.length === 0) ready.push(element);
  });

  for (let at = 0; at < text.length && !failure; at += PIECE_LENGTH) {
    writeUntil(parser, text.slice(at, at + PIECE_LENGTH), () => failure !== undefined);
    yield* ready.splice(0);
    yield null;
  }
  if (!failure) parser.close();
  yield* ready.splice(0);
  if (failure) yield failure;
}

/** After an error the parser continues in the same piece and reports meaningless events, so pieces are small. */
function writeUntil(parser: SaxesParser, piece: string, hasFailed: () => boolean): void {
  for (let at = 0; at < piece.length && !hasFailed(); at += 2_048) parser.write(piece.slice(at, at + 2_048));
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);
