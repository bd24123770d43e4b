import { edges, type CellCanvas } from '../../admin/src/report-kit/matrix/cell-painter';
import { ringBrush } from '../../admin/src/report-kit/matrix/ring-brush';

interface Extents {
  /** How far the strokes of ring and tick reach to the right of the cell's start. */
  stroke: number;
  /** Where the glyph beside them begins. */
  glyph: number;
}

/** Draws a cell and says how far its parts reach. A letter of the glyph is at most as wide as it is high. */
function measureCell(rowPx: number, target: number): Extents {
  let stroke = 0;
  let glyph = Number.POSITIVE_INFINITY;
  let reach = 0;
  const pen = {
    lineWidth: 1,
    fillStyle: '',
    strokeStyle: '',
    lineCap: '',
    beginPath: () => (reach = 0),
    arc: (x: number, _y: number, radius: number) => (reach = Math.max(reach, x + radius)),
    moveTo: (x: number) => (reach = Math.max(reach, x)),
    lineTo: (x: number) => (reach = Math.max(reach, x)),
    // The gap between tick and ring is drawn in the cell's own colour.
    stroke: () => pen.strokeStyle !== 'back' && (stroke = Math.max(stroke, reach + pen.lineWidth / 2)),
    fill: () => undefined,
    fillRect: () => undefined,
  };
  const colours = { tones: { error: 'red' }, line: 'grey', up: '', down: '', odd: 'odd', back: 'back', text: 'black' };
  const words = (text: string, x: number, _y: number, { size }: { size: number }) => {
    if (!/^\d$/.test(text)) glyph = Math.min(glyph, x - size / 2);
  };
  const spot = { pen, colours, words, x: (px: number) => px, rowPx, height: rowPx, width: 60, odd: false };
  ringBrush.draw({ level: 1, target, status: 'BELOW' }, spot as unknown as CellCanvas);
  return { stroke, glyph };
}

describe('a cell of the matrix', () => {
  it.each([28, 36, 44])('has a glyph that touches neither ring nor tick, in rows of %i px', (rowPx) => {
    for (const target of [1, 2, 3, 4]) {
      const { stroke, glyph } = measureCell(rowPx, target);
      expect(Number.isFinite(glyph) && stroke > 0).toBe(true);
      expect([target, glyph - stroke > 0]).toEqual([target, true]);
    }
  });
});

describe('the cells of a patch', () => {
  it('reach from one whole pixel of the screen to the next at 110 %, and as far as the next patch begins', () => {
    const at = (column: number) => (216 + column * 48) * 1.1;
    const first = edges(0, 8, at);
    const widths = first.slice(1).map((edge, index) => edge - first[index]!);
    expect(widths.filter((width) => width !== 52 && width !== 53)).toEqual([]);
    expect(Math.round(at(0)) + first.at(-1)!).toBe(Math.round(at(8)));
    expect(edges(8, 16, at)[0]).toBe(0);
  });
});
