import { StringDecoder } from 'node:string_decoder';

/**
 * Yields the lines of a UTF-8 stream, without their line feeds. Splits at `\n` alone: newer versions of `readline` also
 * split at U+2028 and U+2029, which JSON does not escape.
 */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let line = '';
  for await (const chunk of source) {
    const [end = '', ...starts] = decoder.write(chunk).split('\n');
    line += end;
    for (const start of starts) {
      yield line;
      line = start;
    }
  }
  line += decoder.end();
  if (line) yield line;
}
