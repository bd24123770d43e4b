import { csvCell, csvFile } from '../../admin/src/kit/csv';

describe('a CSV file', () => {
  it.each(['=1+1', '+91 98450', '-2', '@SUM(A1)', '\tx', '\rx', '＝1+1'])('does not run %j when opened', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('keeps a negative number a number', () => {
    expect(csvCell(-2)).toBe('-2');
  });

  it('quotes what would end a cell', () => {
    expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
  });

  it('writes nothing for nothing, and zero for zero', () => {
    expect([csvCell(null), csvCell(undefined), csvCell(0), csvCell(false)]).toEqual(['', '', '0', 'false']);
  });

  it('begins with a byte order mark and ends its lines for spreadsheets', () => {
    expect(csvFile(['a', 'b'], [[1, 'ü']])).toBe('\uFEFFa,b\r\n1,ü\r\n');
  });
});
