import type { CellBrush } from '@/report-kit/matrix/cell-painter';
import type { Level } from './grid-edits';

export interface TargetCell {
  /** Undefined while loading. */
  readonly level: Level | undefined;
  /** Target of the job role, shown where the person has none. */
  readonly fromRole: Level;
  readonly changed: boolean;
  readonly refused: boolean;
  readonly selected: boolean;
}

/** Opacity of the primary colour by level. */
const SHADES = [0, 0.06, 0.12, 0.19, 0.27];
const CORNER_PX = 9;

/** Draws the target level on a shade of its level; a target of the job role is faint and italic. */
export const targetBrush: CellBrush<TargetCell> = {
  keyOf: ({ level, fromRole, changed, refused, selected }) => `${level} ${fromRole} ${changed} ${refused} ${selected}`,
  draw({ level, fromRole, changed, refused, selected }, { pen, colours, width, height, rtl, x, words: drawText }) {
    const fill = (colour: string, opacity = 1) => {
      pen.globalAlpha = opacity;
      pen.fillStyle = colour;
      pen.fillRect(0, 0, width, height);
      pen.globalAlpha = 1;
    };
    if (refused) fill(colours.down);
    else if (level === undefined) fill(colours.odd);
    else if (level) fill(colours.primary, SHADES[level]);
    if (selected) fill(colours.tones.info, 0.14);
    pen.fillStyle = colours.line;
    pen.fillRect(rtl ? 0 : width - 1, 0, 1, height);
    // Unsaved changes have a corner mark: a shape, not only a colour.
    if (changed) {
      pen.fillStyle = colours.tones.warning;
      pen.beginPath();
      pen.moveTo(x(0), 0);
      pen.lineTo(x(CORNER_PX), 0);
      pen.lineTo(x(0), CORNER_PX);
      pen.fill();
    }
    const middle = height / 2 + 0.5;
    const ownLevel = level ?? null;
    if (ownLevel !== null)
      drawText(String(ownLevel), width / 2, middle, {
        weight: 600,
        size: 14,
        colour: refused ? colours.tones.error : colours.text,
      });
    else if (level === null && fromRole !== null)
      drawText(String(fromRole), width / 2, middle, {
        weight: 400,
        size: 14,
        italic: true,
        colour: changed ? colours.text : colours.faint,
      });
    if (refused) drawText('!', x(width - 7), 8, { weight: 600, size: 11, colour: colours.tones.error });
  },
};
