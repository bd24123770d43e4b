/** Limit of nested arrays and dictionaries. */
const DEPTH_MAX = 32;

export class PdfParseError extends Error {}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;
export class PdfReference {
  constructor(readonly number: number) {}
}
export class PdfName {
  constructor(readonly text: string) {}
}
export type PdfValue = number | string | null | boolean | PdfReference | PdfName | PdfValue[] | PdfDictionary;

const WHITESPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((each) => each.charCodeAt(0)));

/** Reads the subset of PDF syntax that dictionaries need (ISO 32000-1 §7.3). @throws PdfParseError */
export class PdfParser {
  private position = 0;
  private depth = 0;

  constructor(
    private readonly source: Buffer,
    private readonly budget: { left: number },
  ) {}

  /** Reads `12 0 obj`. @returns the object number; null: none */
  readObjectNumber(): number | null {
    const head = /^\s*(\d{1,10})\s+\d{1,5}\s+obj/.exec(this.source.toString('latin1', 0, 64));
    this.position = head?.[0].length ?? 0;
    return head && Number(head[1]);
  }

  /** Offset of the stream data after the dictionary just read; null: no stream. */
  findStreamOffset(): number | null {
    this.skipWhitespace();
    const readToken = /^stream(\r\n|\n|\r)/.exec(this.source.toString('latin1', this.position, this.position + 8));
    return readToken ? this.position + readToken[0].length : null;
  }

  readValue(): PdfValue {
    if (this.depth > DEPTH_MAX || this.budget.left < 0) throw new PdfParseError();
    const begin = this.position;
    this.skipWhitespace();
    const [first, second] = [this.source[this.position], this.source[this.position + 1]];
    if (first === undefined) throw new PdfParseError();
    if (first === 0x2f) {
      const pdfName = new PdfName(this.readToken(1));
      this.budget.left -= this.position - begin;
      return pdfName;
    }
    if (first === 0x5b) return this.readArray();
    if (first === 0x3c && second === 0x3c) return this.readDictionary();
    const readValue = first === 0x3c ? this.skipHexString() : first === 0x28 ? this.skipString() : this.readScalar();
    this.budget.left -= this.position - begin;
    return readValue;
  }

  private readArray(): PdfValue[] {
    this.budget.left -= 2;
    this.position += 1;
    this.depth += 1;
    const values: PdfValue[] = [];
    while (!this.skipIfNext(']')) values.push(this.readValue());
    this.depth -= 1;
    return values;
  }

  private readDictionary(): PdfDictionary {
    this.budget.left -= 4;
    this.position += 2;
    this.depth += 1;
    const values = new Map<string, PdfValue>();
    while (!this.skipIfNext('>>')) {
      const key = this.readValue();
      if (!(key instanceof PdfName)) throw new PdfParseError();
      values.set(key.text, this.readValue());
    }
    this.depth -= 1;
    return values;
  }

  private skipHexString(): string {
    const end = this.source.indexOf('>', this.position);
    if (end < 0) throw new PdfParseError();
    this.position = end + 1;
    return '';
  }

  /** Strings are not needed; skips nested parentheses too. */
  private skipString(): string {
    let open = 0;
    for (; this.position < this.source.length; this.position++) {
      const byte = this.source[this.position];
      if (byte === 0x5c) this.position += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29 && --open === 0) {
        this.position += 1;
        return '';
      }
    }
    throw new PdfParseError();
  }

  /** A number, a reference, or a keyword. */
  private readScalar(): PdfValue {
    const readToken = this.readToken(0);
    if (readToken === 'true') return true;
    if (readToken === 'false') return false;
    if (readToken === 'null') return null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(readToken)) throw new PdfParseError();
    if (/^\d{1,10}$/.test(readToken)) {
      const rest = /^\s+\d{1,5}\s+R(?![A-Za-z0-9])/.exec(
        this.source.toString('latin1', this.position, this.position + 32),
      );
      if (rest) {
        this.position += rest[0].length;
        return new PdfReference(Number(readToken));
      }
    }
    return Number(readToken);
  }

  private readToken(from: number): string {
    const begin = this.position + from;
    let end = begin;
    while (end < this.source.length && !WHITESPACE.has(this.source[end]!) && !DELIMITERS.has(this.source[end]!))
      end += 1;
    if (end - begin > 127) throw new PdfParseError();
    this.position = end;
    return this.source.toString('latin1', begin, end);
  }

  private skipIfNext(mark: string): boolean {
    this.skipWhitespace();
    if (this.position >= this.source.length) throw new PdfParseError();
    if (this.source.toString('latin1', this.position, this.position + mark.length) !== mark) return false;
    this.position += mark.length;
    return true;
  }

  /** Also skips comments. */
  private skipWhitespace(): void {
    for (; this.position < this.source.length; this.position++) {
      const byte = this.source[this.position]!;
      if (byte === 0x25) {
        while (
          this.position < this.source.length &&
          this.source[this.position] !== 10 &&
          this.source[this.position] !== 13
        )
          this.position += 1;
      } else if (!WHITESPACE.has(byte)) return;
    }
  }
}
