import type { CellBrush } from '@/report-kit/matrix/cell-painter';
import type { Level } from './grid-edits';

/** What a cell of the grid shows. */
export interface TargetCell {
  /** Undefined: not known yet. */
  readonly level: Level | undefined;
  /** What the job role asks for where the person has no target of their own. */
  readonly fromRole: Level;
  readonly changed: boolean;
  readonly refused: boolean;
  readonly selected: boolean;
}

/** How much of the main colour lies below a level. */
const SHADE = [0, 0.06, 0.12, 0.19, 0.27];
const CORNER_PX = 9;

/** The required level as a figure on a shade that grows with it; what the job role asks for is faint and slanted. */
export const targetBrush: CellBrush<TargetCell> = {
  keyOf: ({ level, fromRole, changed, refused, selected }) => `${level} ${fromRole} ${changed} ${refused} ${selected}`,
  draw({ level, fromRole, changed, refused, selected }, { pen, colours, width, height, rtl, x, words }) {
    const fill = (colour: string, share = 1) => {
      pen.globalAlpha = share;
      pen.fillStyle = colour;
      pen.fillRect(0, 0, width, height);
      pen.globalAlpha = 1;
    };
    if (refused) fill(colours.down);
    else if (level === undefined) fill(colours.odd);
    else if (level) fill(colours.primary, SHADE[level]);
    if (selected) fill(colours.tones.info, 0.14);
    pen.fillStyle = colours.line;
    pen.fillRect(rtl ? 0 : width - 1, 0, 1, height);
    // Changed, not saved: a corner, so that the mark is a shape and not only a colour.
    if (changed) {
      pen.fillStyle = colours.tones.warning;
      pen.beginPath();
      pen.moveTo(x(0), 0);
      pen.lineTo(x(CORNER_PX), 0);
      pen.lineTo(x(0), CORNER_PX);
      pen.fill();
    }
    const middle = height / 2 + 0.5;
    const own = level ?? null;
    if (own !== null)
      words(String(own), width / 2, middle, {
        ...{ weight: 600, size: 14 },
        colour: refused ? colours.tones.error : colours.text,
      });
    else if (level === null && fromRole !== null)
      words(String(fromRole), width / 2, middle, {
        ...{ weight: 400, size: 14, italic: true },
        colour: changed ? colours.text : colours.faint,
      });
    if (refused) words('!', x(width - 7), 8, { weight: 600, size: 11, colour: colours.tones.error });
  },
};
