/** What the columns and heads of the matrix measure, in pixels; matrix.css has them as --col, --head, --first. */
export const COLUMN_PX = 48;
export const FIRST_PX = 216;
export const FIRST_NARROW_PX = 136;
export const HEAD_PX = 100;

/** At least so many people of the smallest height are in view, whatever the window. */
export const ROWS_SHOWN = 12;

/** The heights of a row that one may choose, in pixels; the smallest shows twelve people on a laptop. */
export const ROW_SIZES = { small: 30, medium: 36, large: 44 } as const;

/** Cells are painted in patches of so many rows and columns: a scroll paints those that come, the others only move. */
export const PATCH_ROWS = 8;
export const PATCH_COLUMNS = 8;
/** Heads and sums come and go in strips of so many columns. */
export const STRIP_COLUMNS = 8;
