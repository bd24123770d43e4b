import type { Tone } from '@/components/status';
import type { CellRange } from './grid-content';
import { COLUMN_PX } from './matrix-sizes';

/** Colours of the painted cells, read once from the theme tokens. */
export interface GridColours {
  readonly tones: Readonly<Record<Tone, string>>;
  readonly line: string;
  /** Line between two rows; follows forced colours like the frozen sides. */
  readonly rule: string;
  readonly text: string;
  readonly faint: string;
  readonly back: string;
  readonly odd: string;
  readonly primary: string;
  readonly up: string;
  readonly down: string;
}

/** Drawing context of one cell. */
export interface CellCanvas {
  readonly pen: OffscreenCanvasRenderingContext2D;
  readonly colours: GridColours;
  readonly width: number;
  readonly height: number;
  /** Row height, including its border. */
  readonly rowPx: number;
  /** The column is in a shaded band. */
  readonly odd: boolean;
  readonly rtl: boolean;
  /** Converts a distance from the cell's start to a canvas x, for both directions. */
  readonly x: (fromStart: number) => number;
  readonly words: (
    text: string,
    x: number,
    y: number,
    style: { weight: number; size: number; colour: string; italic?: boolean },
  ) => void;
}

/** Draws the cells of a grid. Each appearance is drawn once and copied afterwards. */
export interface CellBrush<Cell> {
  /** Cells with the same key look the same. */
  readonly keyOf: (cell: Cell) => string;
  readonly draw: (cell: Cell, spot: CellCanvas) => void;
}

/** Image of a cell in device pixels. An ImageBitmap, because the browser would snapshot a canvas on each use. */
export type CellImage = ImageBitmap;

/**
 * Paints parts of a grid by copying cell images. One instance per theme, row height and direction. Cells end at whole
 * device pixels, so that no gap is visible at 110 % zoom.
 */
export class CellPainter<Cell> {
  private readonly images = new Map<string, CellImage>();
  private readonly colours: GridColours;
  private readonly font: string;
  private readonly ratio = Math.max(1, devicePixelRatio);

  constructor(
    element: HTMLElement,
    private readonly brush: CellBrush<Cell>,
    readonly rowPx: number,
    readonly rtl: boolean,
  ) {
    this.colours = coloursAt(element);
    this.font = getComputedStyle(element).fontFamily;
  }

  /** Paints the part if it differs from `previous`, and returns its images. `startPx`: position of the first column. */
  paint(
    canvas: HTMLCanvasElement,
    part: CellRange,
    startPx: number,
    at: { readonly cell: (row: number, column: number) => Cell; readonly isOdd: (column: number) => boolean },
    previous: readonly CellImage[] | null,
  ): readonly CellImage[] {
    const down = edges(part.rowFrom, part.rowTo, (row) => row * this.rowPx * this.ratio);
    const across = edges(part.colFrom, part.colTo, (column) => (startPx + column * COLUMN_PX) * this.ratio);
    const images: CellImage[] = [];
    for (let row = part.rowFrom; row < part.rowTo; row++)
      for (let column = part.colFrom; column < part.colTo; column++) {
        const width = lengthAt(across, column - part.colFrom);
        images.push(this.image(at.cell(row, column), at.isOdd(column), width, lengthAt(down, row - part.rowFrom)));
      }
    const [width, height] = [across.at(-1) ?? 0, down.at(-1) ?? 0];
    const isResized = canvas.width !== width || canvas.height !== height;
    if (!isResized && previous?.length === images.length && images.every((image, index) => image === previous[index]))
      return previous;
    if (isResized) Object.assign(canvas, { width, height });
    // `willReadFrequently` keeps the canvas in memory; on the GPU each canvas would be a layer.
    const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    const columns = across.length - 1;
    images.forEach((image, index) => {
      const x = across[index % columns] ?? 0;
      pen?.drawImage(image, this.rtl ? width - x - image.width : x, down[Math.floor(index / columns)] ?? 0);
    });
    return images;
  }

  private image(cell: Cell, odd: boolean, width: number, height: number): CellImage {
    const key = `${this.brush.keyOf(cell)} ${odd} ${width} ${height}`;
    let image = this.images.get(key);
    if (!image) {
      image = this.draw(cell, odd, width, height);
      this.images.set(key, image);
    }
    return image;
  }

  private draw(cell: Cell, odd: boolean, width: number, height: number): CellImage {
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
    // Signs precede their numbers in every language.
    pen.direction = 'ltr';
    this.brush.draw(cell, {
      pen,
      colours,
      rowPx,
      odd,
      rtl,
      width: COLUMN_PX,
      height: rowPx - 1,
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

/** Cell boundaries in whole device pixels, relative to the first one. */
export function edges(from: number, to: number, at: (index: number) => number): number[] {
  const start = Math.round(at(from));
  return Array.from({ length: to - from + 1 }, (_, step) => Math.round(at(from + step)) - start);
}

const lengthAt = (all: readonly number[], index: number): number => (all[index + 1] ?? 0) - (all[index] ?? 0);

function coloursAt(element: HTMLElement): GridColours {
  const style = getComputedStyle(element);
  const isForced = matchMedia('(forced-colors: active)').matches;
  const readToken = (name: string) => {
    const colour = style.getPropertyValue(`--sg-${name}`).trim();
    return isForced ? resolveSystemColour(colour) : colour;
  };
  return {
    tones: {
      success: readToken('success'),
      info: readToken('link'),
      warning: readToken('warning'),
      error: readToken('error'),
      neutral: readToken('text-faint'),
    },
    // With a single colour the ring would not be visible on its track.
    line: isForced ? resolveSystemColour('GrayText') : readToken('line'),
    rule: readToken('line'),
    text: readToken('text'),
    faint: readToken('text-faint'),
    back: readToken('surface'),
    odd: readToken('sunken'),
    primary: readToken('primary'),
    up: readToken('success-soft'),
    down: readToken('error-soft'),
  };
}

/** Resolves a system colour: a canvas would use the browser's default for its name. */
function resolveSystemColour(colour: string): string {
  const probe = document.createElement('i');
  probe.style.cssText = `forced-color-adjust: none; color: ${colour}`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
