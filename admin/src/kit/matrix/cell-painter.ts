import { signed } from '../format';
import { CELL_LOOK, type Tone } from '../status';
import { COLUMN_PX } from './matrix-sizes';
import type { MatrixCell } from './matrix-types';

const FULL = 2 * Math.PI;
const TOP = -Math.PI / 2;
/** From the start of a cell: the ring stands before its middle, so that the glyph behind it touches neither ring nor tick. */
const RING_PX = 18;
const GLYPH_PX = 41;

interface Colours {
  tones: Record<Tone, string>;
  line: string;
  text: string;
  back: string;
  odd: string;
  up: string;
  down: string;
  font: string;
}

/**
 * Draws the cells of the matrix: the level as a ring with its number, the target as a tick on it, the status as colour
 * and glyph. Each look is drawn once and copied from then on: a frame of a scroll is some hundred copies of pictures.
 * One painter for one theme, height of rows and direction.
 */
export class CellPainter {
  private readonly looks = new Map<string, HTMLCanvasElement>();
  private readonly colours: Colours;
  readonly ratio = Math.max(1, devicePixelRatio);

  constructor(
    near: HTMLElement,
    readonly rowPx: number,
    private readonly rtl: boolean,
  ) {
    this.colours = coloursAt(near);
  }

  /** Draws a row's cells side by side; `undefined` is an empty cell, `null` one that is still on its way. */
  row(canvas: HTMLCanvasElement, cells: readonly (MatrixCell | undefined | null)[], odd: readonly boolean[]): void {
    const { ratio } = this;
    const width = cells.length * COLUMN_PX * ratio;
    const height = (this.rowPx - 1) * ratio;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return;
    cells.forEach((cell, index) => {
      const at = this.rtl ? cells.length - 1 - index : index;
      context.drawImage(this.look(cell, odd[index] ?? false), at * COLUMN_PX * ratio, 0);
    });
  }

  private look(cell: MatrixCell | undefined | null, odd: boolean): HTMLCanvasElement {
    const key = cell
      ? `${cell.status} ${cell.level} ${cell.target} ${cell.change ?? ''} ${cell.text ?? ''} ${odd}`
      : `${cell} ${odd}`;
    let look = this.looks.get(key);
    if (!look) {
      look = this.draw(cell, odd);
      this.looks.set(key, look);
    }
    return look;
  }

  private draw(cell: MatrixCell | undefined | null, odd: boolean): HTMLCanvasElement {
    const { colours, ratio } = this;
    const canvas = document.createElement('canvas');
    canvas.width = COLUMN_PX * ratio;
    canvas.height = (this.rowPx - 1) * ratio;
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return canvas;
    context.scale(ratio, ratio);
    const back = cell?.change ? (cell.change > 0 ? colours.up : colours.down) : odd ? colours.odd : colours.back;
    context.fillStyle = back;
    context.fillRect(0, 0, COLUMN_PX, this.rowPx);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const middle = (this.rowPx - 1) / 2;
    const x = (fromStart: number) => (this.rtl ? COLUMN_PX - fromStart : fromStart);
    if (cell === null) {
      context.fillStyle = colours.line;
      context.beginPath();
      context.arc(x(RING_PX), middle, 3, 0, FULL);
      context.fill();
    } else if (cell?.status === 'NA') {
      this.words(context, CELL_LOOK.NA.glyph, x(RING_PX), middle, 650, 12, colours.text);
    } else if (cell && (cell.status !== 'NONE' || cell.change)) this.ring(context, cell, x, middle, back);
    return canvas;
  }

  private ring(
    context: CanvasRenderingContext2D,
    cell: MatrixCell,
    x: (fromStart: number) => number,
    middle: number,
    back: string,
  ): void {
    const { colours } = this;
    const { tone, glyph } = CELL_LOOK[cell.status];
    const colour = colours.tones[tone];
    const radius = this.rowPx < 36 ? 10 : 12;
    const arc = (from: number, to: number, stroke: string) => {
      context.beginPath();
      context.arc(x(RING_PX), middle, radius, from, to);
      context.strokeStyle = stroke;
      context.stroke();
    };
    context.lineWidth = 3.5;
    arc(0, FULL, colours.line);
    const level = Math.min(4, Math.max(0, cell.level ?? 0));
    // The ring runs clockwise from the top in every language, like a clock.
    if (level > 0) arc(TOP, TOP + (level / 4) * FULL, colour);
    if (cell.target) this.tick(context, x(RING_PX), middle, radius, cell.target, colour, back);
    const number = cell.text ?? String(cell.level ?? '');
    this.words(context, number, x(RING_PX), middle + 0.5, 650, 12, colours.text);
    if (glyph) this.words(context, glyph, x(GLYPH_PX), middle + (cell.change ? 6 : 0), 800, 11, colour);
    if (cell.change) {
      const tinted = cell.change > 0 ? colours.tones.success : colours.tones.error;
      this.words(context, signed(cell.change), x(GLYPH_PX - 2), middle - 7, 700, 10, tinted);
    }
  }

  /** In the status' colour and set off from the ring: in the number's colour it would read as a minus sign. */
  private tick(
    context: CanvasRenderingContext2D,
    x: number,
    y: number,
    radius: number,
    target: number,
    colour: string,
    back: string,
  ): void {
    const angle = TOP + (target / 4) * FULL;
    const line = (from: number, to: number, width: number, stroke: string) => {
      context.beginPath();
      context.moveTo(x + Math.cos(angle) * from, y + Math.sin(angle) * from);
      context.lineTo(x + Math.cos(angle) * to, y + Math.sin(angle) * to);
      context.lineWidth = width;
      context.strokeStyle = stroke;
      context.stroke();
    };
    line(radius - 3.5, radius + 4, 6, back);
    line(radius - 3, radius + 3.5, 3, colour);
  }

  private words(
    context: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
    weight: number,
    size: number,
    colour: string,
  ): void {
    context.font = `${weight} ${size}px ${this.colours.font}`;
    context.fillStyle = colour;
    // A sign stands before its figure in every language.
    context.direction = 'ltr';
    context.fillText(text, x, y);
  }
}

function coloursAt(near: HTMLElement): Colours {
  const style = getComputedStyle(near);
  const of = (name: string) => style.getPropertyValue(`--sg-${name}`).trim();
  return {
    tones: {
      success: of('success'),
      info: of('link'),
      warning: of('warning'),
      error: of('error'),
      neutral: of('text-faint'),
    },
    line: of('line'),
    text: of('text'),
    back: of('surface'),
    odd: of('sunken'),
    up: of('success-soft'),
    down: of('error-soft'),
    font: style.fontFamily,
  };
}
