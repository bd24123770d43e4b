import { TINTS, type CellKind, type Tint } from './table';

export interface Style {
  readonly kind?: CellKind;
  readonly tint?: Tint | undefined;
  readonly isHead?: boolean;
  /** Keeps text that looks like a formula as text when the cell is edited. */
  readonly isQuoted?: boolean;
  readonly isWrapped?: boolean;
}

/** Number format ids, built-in where possible; days and instants are ISO 8601, unambiguous in every language. */
const FORMATS: Readonly<Record<CellKind, number>> = {
  text: 0,
  number: 0,
  percent: 165,
  money: 4,
  day: 166,
  instant: 167,
};
const CUSTOM_FORMATS = [
  [165, '0.00&quot; %&quot;'],
  [166, 'yyyy\\-mm\\-dd'],
  [167, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
] as const;
const HEAD_FILL = '403098';
const FILLS = [HEAD_FILL, ...Object.values(TINTS)];
const fillIndexOf = (tint: Tint): number => FILLS.indexOf(TINTS[tint]) + 2;

/** Collects the cell styles in use and assigns their indexes. Write `xml` after all sheets. */
export class XlsxStyles {
  private readonly indexByKey = new Map<string, number>();
  private readonly cellFormats: string[] = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];

  styleIndexOf(style: Style): number {
    const { kind = 'text', tint = '', isHead = false, isQuoted = false, isWrapped = false } = style;
    const key = `${kind} ${tint} ${isHead} ${isQuoted} ${isWrapped}`;
    let number = this.indexByKey.get(key);
    if (number === undefined) {
      const fill = isHead ? 2 : tint ? fillIndexOf(tint) : 0;
      const wraps = isHead || isWrapped;
      const align = wraps ? '<alignment vertical="top" wrapText="1"/>' : '';
      const attributes = `${isQuoted ? ' quotePrefix="1"' : ''} applyNumberFormat="1" applyFill="1" applyFont="1"${wraps ? ' applyAlignment="1"' : ''}`;
      const xf = `<xf numFmtId="${FORMATS[kind]}" fontId="${isHead ? 1 : 0}" fillId="${fill}" borderId="0" xfId="0"${attributes}>${align}</xf>`;
      number = this.cellFormats.push(xf) - 1;
      this.indexByKey.set(key, number);
    }
    return number;
  }

  get xml(): string {
    const solid = (color: string) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`;
    return (
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      `<numFmts count="${CUSTOM_FORMATS.length}">${CUSTOM_FORMATS.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts>` +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
      '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts>' +
      `<fills count="${FILLS.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${FILLS.map(solid).join('')}</fills>` +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${this.cellFormats.length}">${this.cellFormats.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}
