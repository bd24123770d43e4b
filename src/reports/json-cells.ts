/**
 * JSON text of many small whole numbers, written as bytes: a matrix has 100,000 cells, and making an array for each only
 * to have it serialised costs ten times what writing its digits does.
 */
export class JsonCells {
  private bytes: Buffer;
  private at = 1;

  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected * 20 + 64);
    this.bytes[0] = BRACKET;
  }

  /** One cell, as `[1,2,3]`; null is written as such. */
  add(...numbers: readonly (number | null)[]): void {
    if (this.at + 24 + numbers.length * 12 > this.bytes.length) this.grow();
    if (this.at > 1) this.bytes[this.at++] = COMMA;
    this.bytes[this.at++] = BRACKET;
    for (let index = 0; index < numbers.length; index++) {
      if (index) this.bytes[this.at++] = COMMA;
      const number = numbers[index]!;
      if (number === null) for (let letter = 0; letter < 4; letter++) this.bytes[this.at++] = NULL[letter]!;
      else this.digits(number);
    }
    this.bytes[this.at++] = BRACKET + 2;
  }

  /** The whole array. */
  end(): Buffer {
    this.bytes[this.at] = BRACKET + 2;
    return this.bytes.subarray(0, this.at + 1);
  }

  private digits(number: number): void {
    let rest = number;
    if (rest < 0) {
      this.bytes[this.at++] = MINUS;
      rest = -rest;
    }
    if (rest < 10) {
      this.bytes[this.at++] = ZERO + rest;
      return;
    }
    let length = 1;
    for (let power = 10; power <= rest; power *= 10) length++;
    for (let place = length - 1; place >= 0; place--) {
      const next = Math.floor(rest / 10);
      this.bytes[this.at + place] = ZERO + rest - next * 10;
      rest = next;
    }
    this.at += length;
  }

  private grow(): void {
    const more = Buffer.allocUnsafe(this.bytes.length * 2 + 256);
    this.bytes.copy(more, 0, 0, this.at);
    this.bytes = more;
  }
}

const BRACKET = 91;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NULL = Buffer.from('null');
