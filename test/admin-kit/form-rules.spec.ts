import { choice, color, day, email, flag, phone, refMany, text, url, integer } from '../../src/contract/fields';
import { quizzes } from '../../src/contract/quizzes.resource';
import { staff } from '../../src/contract/staff.resource';
import { getInitialValues, buildCreateBody, diffFields, writableFieldNames } from '../../admin/src/api/record-values';
import { isRequired, assignErrors, validateField } from '../../admin/src/crud/form/form-rules';

describe('the rules a form takes from the definition', () => {
  it.each([
    ['a required text left empty', text({ max: 5, required: true }), '', 'required'],
    ['a required text of blanks', text({ max: 5, required: true }), '   ', 'required'],
    ['an over-long text', text({ max: 5 }), 'sixsix', 'too_long_now'],
    ['a short text', text({ max: 5, min: 3 }), 'ab', 'too_short'],
    ['a mail without a domain', email(), 'asha@', 'email'],
    ['letters as a telephone number', phone(), 'call me', 'phone'],
    ['nine digits where ten are asked', phone({ digits: 10 }), '123456789', 'phone'],
    ['a script as an address', url(), 'javascript:alert(1)', 'url'],
    ['a negative count', integer(), -1, 'min'],
    ['half a count', integer(), 1.5, 'whole'],
    ['the 30th of February', day(), '2025-02-30', 'day_unclear'],
    ['a word outside the choices', choice(['a', 'b']), 'c', 'choice'],
    ['a colour by name', color(), 'red', 'color'],
    ['too many of a set', refMany('skills', { max: 1 }), ['a', 'b'], 'too_many'],
  ])('refuse %s', (_what, field, value, rule) => {
    expect(validateField(field, value, 'create')?.key).toBe(`field_errors.${rule}`);
  });

  it.each([
    ['five letters outside the basic plane', text({ max: 5 }), '😀😀😀😀😀'],
    ['an empty optional mail', email(), ''],
    ['ten digits', phone({ digits: 10 }), '9845012345'],
    ['the leap day', day(), '2024-02-29'],
    ['zero', integer(), 0],
    ['false', flag({ initial: true }), false],
  ])('accept %s', (_what, field, value) => {
    expect(validateField(field, value, 'create')).toBeNull();
  });

  it('let a field with an initial value be left out on create but not emptied on change', () => {
    const status = choice(['a', 'b'], { initial: 'a' });
    expect(isRequired(status, 'create')).toBe(false);
    expect(validateField(status, null, 'change')?.key).toBe('field_errors.required');
  });
});

describe('what a form sends', () => {
  const row = {
    id: '1',
    staff_id: '1',
    row_version: 3,
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'a@b.cd',
    status: 'active',
  };
  const changesTo = (values: object) => diffFields(writableFieldNames(staff, 'change'), row, values);

  it('is only what changed and may be written', () => {
    expect(changesTo({ ...row, first_name: 'Ash', status: 'left', staff_id: '2', id: '2' })).toEqual({
      first_name: 'Ash',
    });
  });

  it('says null for an emptied field', () => {
    expect(changesTo({ ...row, email: '' })).toEqual({ email: null });
  });

  it('does not take "never set" for a change', () => {
    expect(changesTo({ ...row, mobile: undefined })).toEqual({});
  });

  it('leaves what was not filled in to the server', () => {
    expect(buildCreateBody(staff, { first_name: 'Asha', email: '', mobile: null, status: 'left' })).toEqual({
      first_name: 'Asha',
    });
  });

  it('says null on create for a proposed value that was emptied, where it may be empty', () => {
    const { pass_mark, attempts_allowed } = getInitialValues(quizzes);
    expect([pass_mark, attempts_allowed]).toEqual([80, 3]);
    expect(buildCreateBody(quizzes, { title: 'Check', pass_mark, attempts_allowed: '' })).toEqual({
      title: 'Check',
      pass_mark: 80,
      attempts_allowed: null,
    });
  });
});

describe('what the server refused', () => {
  it('stands under the fields that are shown, and above the form otherwise', () => {
    expect(assignErrors({ email: ['taken'], plan: ['full'] }, new Set(['email']))).toEqual({
      fields: [{ name: 'email', errors: ['taken'] }],
      rest: ['full'],
    });
  });
});
