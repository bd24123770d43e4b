import { IsInt, IsString, MaxLength, getMetadataStorage, validateSync } from 'class-validator';
import '../../src/platform/http/validate-in-slices';

class Base {
  @MaxLength(3)
  code = '';
}
class Child extends Base {
  @IsInt()
  count = 0;
  note: unknown = 1;
  @IsString({ groups: ['told'] })
  told: unknown = 1;
}

const wrong = (change: Partial<Child>, groups?: string[]) =>
  validateSync(Object.assign(new Child(), { told: '' }, change), { ...(groups && { groups }) }).map(
    ({ property }) => property,
  );
const gathered = () => getMetadataStorage().getTargetValidationMetadatas(Child, '', false, false);

describe('the rules of a class', () => {
  it('are gathered once, those of the class that it extends with them', () => {
    expect(wrong({ code: 'long', count: 0.5 }).toSorted()).toEqual(['code', 'count']);
    expect(wrong({})).toEqual([]);
    expect(gathered()).toBe(gathered());
  });

  it('and of a group when it is asked for', () => {
    expect(wrong({ told: 1, count: 0.5 }, ['told'])).toEqual(['told']);
    expect(wrong({ told: 1, count: 0.5 }).toSorted()).toEqual(['count', 'told']);
  });

  it('hold from the moment on in which one is added', () => {
    expect(wrong({ note: 1 })).toEqual([]);
    IsString()(Child.prototype, 'note');
    expect(wrong({ note: 1 })).toEqual(['note']);
  });
});
