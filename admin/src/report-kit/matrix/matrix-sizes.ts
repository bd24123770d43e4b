/** Sizes of the matrix in pixels; matrix.css has them as --col, --head, --first. */
export const COLUMN_PX = 48;
export const FIRST_PX = 216;
export const FIRST_NARROW_PX = 136;
export const HEAD_PX = 100;

/** Minimum number of visible rows of the smallest height. */
export const ROWS_SHOWN = 12;

/** Row heights the user can choose, in pixels; the smallest shows twelve people on a laptop. */
export const ROW_SIZES = { small: 30, medium: 36, large: 44 } as const;

/** Size of a painted patch, in rows and columns. */
export const PATCH_ROWS = 8;
export const PATCH_COLUMNS = 8;
/** Columns per strip of heads and totals. */
export const STRIP_COLUMNS = 8;
