import type { Tone } from '@/components/status';
import type { MatrixWindow } from './grid-content';
import { COLUMN_PX } from './matrix-sizes';

/** What a grid's cells are painted with: the tokens of the theme, read once. */
export interface GridColours {
  readonly tones: Readonly<Record<Tone, string>>;
  readonly line: string;
  /** Between two rows: where the system's colours rule, as the frozen sides have it. */
  readonly rule: string;
  readonly text: string;
  readonly faint: string;
  readonly back: string;
  readonly odd: string;
  readonly primary: string;
  readonly up: string;
  readonly down: string;
}

/** Where and with what one cell is drawn. */
export interface CellSpot {
  readonly pen: OffscreenCanvasRenderingContext2D;
  readonly colours: GridColours;
  readonly width: number;
  readonly height: number;
  /** Of the height of a row, its line included. */
  readonly rowPx: number;
  /** In a band of another shade, so that neighbouring groups are told apart. */
  readonly odd: boolean;
  readonly rtl: boolean;
  /** From the cell's start to where the pen counts from, whichever way the page runs. */
  readonly x: (fromStart: number) => number;
  readonly words: (
    text: string,
    x: number,
    y: number,
    look: { weight: number; size: number; colour: string; italic?: boolean },
  ) => void;
}

/** How the cells of one grid look. Each look is drawn once and copied from then on. */
export interface CellBrush<Cell> {
  /** Cells of one key look alike. */
  readonly keyOf: (cell: Cell) => string;
  readonly draw: (cell: Cell, spot: CellSpot) => void;
}

/** A cell's picture, as large as its place on the screen. Not a canvas, of which the browser takes a picture at each use. */
export type Look = ImageBitmap;

/**
 * Paints a part of a grid: some dozen copies of pictures. One for one theme, height of rows and direction. A cell reaches
 * from one whole pixel of the screen to the next, at 110 % as well, so that no hairline stands between two.
 */
export class CellPainter<Cell> {
  private readonly looks = new Map<string, Look>();
  private readonly colours: GridColours;
  private readonly font: string;
  private readonly ratio = Math.max(1, devicePixelRatio);

  constructor(
    near: HTMLElement,
    private readonly brush: CellBrush<Cell>,
    readonly rowPx: number,
    readonly rtl: boolean,
  ) {
    this.colours = coloursAt(near);
    this.font = getComputedStyle(near).fontFamily;
  }

  /** What was painted; nothing is where that is what stands there already (`was`). `startPx`: of the first column. */
  paint(
    canvas: HTMLCanvasElement,
    part: MatrixWindow,
    startPx: number,
    at: { readonly cell: (row: number, column: number) => Cell; readonly isOdd: (column: number) => boolean },
    was: readonly Look[] | null,
  ): readonly Look[] {
    const down = edges(part.rowFrom, part.rowTo, (row) => row * this.rowPx * this.ratio);
    const across = edges(part.colFrom, part.colTo, (column) => (startPx + column * COLUMN_PX) * this.ratio);
    const looks: Look[] = [];
    for (let row = part.rowFrom; row < part.rowTo; row++)
      for (let column = part.colFrom; column < part.colTo; column++) {
        const width = lengthAt(across, column - part.colFrom);
        looks.push(this.look(at.cell(row, column), at.isOdd(column), width, lengthAt(down, row - part.rowFrom)));
      }
    const [width, height] = [across.at(-1) ?? 0, down.at(-1) ?? 0];
    const isResized = canvas.width !== width || canvas.height !== height;
    if (!isResized && was?.length === looks.length && looks.every((look, index) => look === was[index])) return was;
    if (isResized) Object.assign(canvas, { width, height });
    // Painted once, shown often: kept in memory, for on a graphics card each canvas would be a layer of its own.
    const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    const columns = across.length - 1;
    looks.forEach((look, index) => {
      const x = across[index % columns] ?? 0;
      pen?.drawImage(look, this.rtl ? width - x - look.width : x, down[Math.floor(index / columns)] ?? 0);
    });
    return looks;
  }

  private look(cell: Cell, odd: boolean, width: number, height: number): Look {
    const key = `${this.brush.keyOf(cell)} ${odd} ${width} ${height}`;
    let look = this.looks.get(key);
    if (!look) {
      look = this.draw(cell, odd, width, height);
      this.looks.set(key, look);
    }
    return look;
  }

  private draw(cell: Cell, odd: boolean, width: number, height: number): Look {
    const { colours, ratio, rtl, rowPx } = this;
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!pen) return canvas.transferToImageBitmap();
    const line = Math.max(1, Math.floor(ratio));
    pen.fillStyle = odd ? colours.odd : colours.back;
    pen.fillRect(0, 0, width, height);
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, width, height - line);
    pen.clip();
    pen.scale(width / COLUMN_PX, height / rowPx);
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    // A sign stands before its figure in every language.
    pen.direction = 'ltr';
    this.brush.draw(cell, {
      ...{ pen, colours, rowPx, odd, rtl, width: COLUMN_PX, height: rowPx - 1 },
      x: (fromStart) => (rtl ? COLUMN_PX - fromStart : fromStart),
      words: (text, x, y, { weight, size, colour, italic }) => {
        pen.font = `${italic ? 'italic ' : ''}${weight} ${size}px ${this.font}`;
        pen.fillStyle = colour;
        pen.fillText(text, x, y);
      },
    });
    pen.restore();
    pen.fillStyle = colours.rule;
    pen.fillRect(0, height - line, width, line);
    return canvas.transferToImageBitmap();
  }
}

/** Where cells begin and the last one ends, in whole pixels of the screen from the first. */
export function edges(from: number, to: number, at: (index: number) => number): number[] {
  const start = Math.round(at(from));
  return Array.from({ length: to - from + 1 }, (_, step) => Math.round(at(from + step)) - start);
}

const lengthAt = (all: readonly number[], index: number): number => (all[index + 1] ?? 0) - (all[index] ?? 0);

function coloursAt(near: HTMLElement): GridColours {
  const style = getComputedStyle(near);
  const isForced = matchMedia('(forced-colors: active)').matches;
  const of = (name: string) => {
    const colour = style.getPropertyValue(`--sg-${name}`).trim();
    return isForced ? asShown(colour) : colour;
  };
  return {
    tones: {
      success: of('success'),
      info: of('link'),
      warning: of('warning'),
      error: of('error'),
      neutral: of('text-faint'),
    },
    // Of one colour, a ring would not stand out from its track.
    line: isForced ? asShown('GrayText') : of('line'),
    rule: of('line'),
    text: of('text'),
    faint: of('text-faint'),
    back: of('surface'),
    odd: of('sunken'),
    primary: of('primary'),
    up: of('success-soft'),
    down: of('error-soft'),
  };
}

/** A colour of the system as the reader has it: by its name a drawing would take the browser's own. */
function asShown(colour: string): string {
  const probe = document.createElement('i');
  probe.style.cssText = `forced-color-adjust: none; color: ${colour}`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
