/** How deep lists and dictionaries may lie in each other. */
const DEPTH_MAX = 32;

/** What a file says cannot be followed. */
export class Unfollowed extends Error {}

export type Dict = ReadonlyMap<string, Value>;
export class Ref {
  constructor(readonly number: number) {}
}
export class Name {
  constructor(readonly text: string) {}
}
export type Value = number | string | null | boolean | Ref | Name | Value[] | Dict;

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const BREAKS = new Set([...'()<>[]{}/%'].map((each) => each.charCodeAt(0)));

/** PDF's own notation (ISO 32000-1 §7.3), as far as dictionaries need it. @throws Unfollowed */
export class Parser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly source: Buffer,
    private readonly budget: { left: number },
  ) {}

  /** The number of `12 0 obj`; null: there is none. */
  object(): number | null {
    const head = /^\s*(\d{1,10})\s+\d{1,5}\s+obj/.exec(this.source.toString('latin1', 0, 64));
    this.at = head?.[0].length ?? 0;
    return head && Number(head[1]);
  }

  /** Where the bytes of a stream begin, behind the dictionary that was just read; null: it is none. */
  streamFrom(): number | null {
    this.skip();
    const word = /^stream(\r\n|\n|\r)/.exec(this.source.toString('latin1', this.at, this.at + 8));
    return word ? this.at + word[0].length : null;
  }

  value(): Value {
    if (this.depth > DEPTH_MAX || this.budget.left < 0) throw new Unfollowed();
    const begin = this.at;
    this.skip();
    const [first, second] = [this.source[this.at], this.source[this.at + 1]];
    if (first === undefined) throw new Unfollowed();
    if (first === 0x2f) {
      const name = new Name(this.word(1));
      this.budget.left -= this.at - begin;
      return name;
    }
    if (first === 0x5b) return this.list();
    if (first === 0x3c && second === 0x3c) return this.dictionary();
    const value = first === 0x3c ? this.hex() : first === 0x28 ? this.text() : this.plain();
    this.budget.left -= this.at - begin;
    return value;
  }

  private list(): Value[] {
    this.budget.left -= 2;
    this.at += 1;
    this.depth += 1;
    const values: Value[] = [];
    while (!this.ends(']')) values.push(this.value());
    this.depth -= 1;
    return values;
  }

  private dictionary(): Dict {
    this.budget.left -= 4;
    this.at += 2;
    this.depth += 1;
    const values = new Map<string, Value>();
    while (!this.ends('>>')) {
      const key = this.value();
      if (!(key instanceof Name)) throw new Unfollowed();
      values.set(key.text, this.value());
    }
    this.depth -= 1;
    return values;
  }

  private hex(): string {
    const end = this.source.indexOf('>', this.at);
    if (end < 0) throw new Unfollowed();
    this.at = end + 1;
    return '';
  }

  /** Of no use here: passed over, with the brackets within it. */
  private text(): string {
    let open = 0;
    for (; this.at < this.source.length; this.at++) {
      const byte = this.source[this.at];
      if (byte === 0x5c) this.at += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29 && --open === 0) {
        this.at += 1;
        return '';
      }
    }
    throw new Unfollowed();
  }

  /** A number, a reference, or a word. */
  private plain(): Value {
    const word = this.word(0);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw new Unfollowed();
    if (/^\d{1,10}$/.test(word)) {
      const rest = /^\s+\d{1,5}\s+R(?![A-Za-z0-9])/.exec(this.source.toString('latin1', this.at, this.at + 32));
      if (rest) {
        this.at += rest[0].length;
        return new Ref(Number(word));
      }
    }
    return Number(word);
  }

  private word(from: number): string {
    const begin = this.at + from;
    let end = begin;
    while (end < this.source.length && !SPACE.has(this.source[end]!) && !BREAKS.has(this.source[end]!)) end += 1;
    if (end - begin > 127) throw new Unfollowed();
    this.at = end;
    return this.source.toString('latin1', begin, end);
  }

  private ends(mark: string): boolean {
    this.skip();
    if (this.at >= this.source.length) throw new Unfollowed();
    if (this.source.toString('latin1', this.at, this.at + mark.length) !== mark) return false;
    this.at += mark.length;
    return true;
  }

  /** Blanks and comments. */
  private skip(): void {
    for (; this.at < this.source.length; this.at++) {
      const byte = this.source[this.at]!;
      if (byte === 0x25) {
        while (this.at < this.source.length && this.source[this.at] !== 10 && this.source[this.at] !== 13) this.at += 1;
      } else if (!SPACE.has(byte)) return;
    }
  }
}
