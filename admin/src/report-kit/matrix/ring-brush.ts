import { formatLevelChange } from '@/components/format';
import { CELL_LOOK } from '@/components/status';
import type { MatrixCell } from './matrix-types';
import type { CellBrush, CellCanvas } from './cell-painter';

const FULL = 2 * Math.PI;
const TOP = -Math.PI / 2;
/** Distance from the cell's start. The ring is before the centre, so that the glyph touches neither ring nor tick. */
const RING_PX = 18;
const GLYPH_PX = 41;
const BADGE_PX = 12;

/** `undefined` is an empty cell, `null` is not loaded. */
export type RingCell = MatrixCell | undefined | null;

/** Cells of the matrix: the level as a ring with its number, the target as a tick, the status as colour and glyph. */
export const ringBrush: CellBrush<RingCell> = {
  keyOf: (cell) =>
    cell
      ? `${cell.status} ${cell.level} ${cell.target} ${cell.change ?? ''} ${cell.gap ?? ''} ${cell.text ?? ''}`
      : `${cell}`,
  draw(cell, spot) {
    const { pen, colours, x } = spot;
    const middle = spot.height / 2;
    if (cell === null) {
      pen.fillStyle = colours.line;
      pen.beginPath();
      pen.arc(x(RING_PX), middle, 3, 0, FULL);
      pen.fill();
    } else if (cell?.status === 'NA') {
      spot.words(CELL_LOOK.NA.glyph, x(RING_PX), middle, { weight: 650, size: 12, colour: colours.text });
    } else if (cell && (cell.status !== 'NONE' || cell.change)) drawRing(cell, spot, middle);
  },
};

function drawRing(cell: MatrixCell, spot: CellCanvas, middle: number): void {
  const { pen, colours, x, words } = spot;
  const { tone, glyph } = CELL_LOOK[cell.status];
  const colour = colours.tones[tone];
  const radius = spot.rowPx < 36 ? 10 : 12;
  const back = cell.change ? (cell.change > 0 ? colours.up : colours.down) : spot.odd ? colours.odd : colours.back;
  pen.fillStyle = back;
  pen.fillRect(0, 0, spot.width, spot.rowPx);
  const arc = (from: number, to: number, stroke: string) => {
    pen.beginPath();
    pen.arc(x(RING_PX), middle, radius, from, to);
    pen.strokeStyle = stroke;
    pen.stroke();
  };
  pen.lineWidth = 3.5;
  arc(0, FULL, colours.line);
  const level = Math.min(4, Math.max(0, cell.level ?? 0));
  // The ring runs clockwise from the top in every language.
  if (level > 0) arc(TOP, TOP + (level / 4) * FULL, colour);
  if (cell.target) drawTick(spot, x(RING_PX), middle, radius, cell.target, colour, back);
  const number = cell.text ?? String(cell.level ?? '');
  words(number, x(RING_PX), middle + 0.5, { weight: 650, size: 12, colour: colours.text });
  if (glyph) words(glyph, x(GLYPH_PX), middle + (cell.change || cell.gap ? 6 : 0), { weight: 800, size: 11, colour });
  if (cell.change) {
    const tinted = cell.change > 0 ? colours.tones.success : colours.tones.error;
    words(formatLevelChange(cell.change), x(GLYPH_PX - 1), middle - 7, { weight: 700, size: 10, colour: tinted });
  }
  if (cell.gap) drawBadge(spot, x(GLYPH_PX), middle - 7, String(cell.gap), back);
}

/** Levels missing to the target: filled, to differ from a falling level. */
function drawBadge({ pen, colours, words }: CellCanvas, x: number, y: number, text: string, back: string): void {
  pen.fillStyle = colours.tones.error;
  pen.beginPath();
  pen.roundRect(x - BADGE_PX / 2, y - BADGE_PX / 2, BADGE_PX, BADGE_PX, 3);
  pen.fill();
  words(text, x, y + 0.5, { weight: 700, size: 10, colour: back });
}

/** In the status colour and set off from the ring: otherwise it would look like a minus sign. */
function drawTick(
  { pen }: CellCanvas,
  x: number,
  y: number,
  radius: number,
  target: number,
  colour: string,
  back: string,
): void {
  const angle = TOP + (target / 4) * FULL;
  const line = (from: number, to: number, width: number, stroke: string) => {
    pen.beginPath();
    pen.moveTo(x + Math.cos(angle) * from, y + Math.sin(angle) * from);
    pen.lineTo(x + Math.cos(angle) * to, y + Math.sin(angle) * to);
    pen.lineWidth = width;
    pen.strokeStyle = stroke;
    pen.stroke();
  };
  line(radius - 3.5, radius + 4, 6, back);
  line(radius - 3, radius + 3.5, 3, colour);
}
