import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, Matches } from 'class-validator';
import { attendanceAnswer, ownPlaceAnswer, sessionBookedAnswer, sessionLeftAnswer } from '../contract/session-answers';
import { SESSION_STAFF_MAX } from '../contract/training-sessions.resource';
import { answerDto } from '../platform/definitions/dto';
import { ruleError } from '../platform/errors/field-error';
import { UUID } from '../platform/ids';

const idsSchema = { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: SESSION_STAFF_MAX } as const;

/** Ids of staff. */
const People =
  (min: 0 | 1): PropertyDecorator =>
  (target, property) => {
    for (const decorate of [
      IsArray(ruleError('list', 'Send a list of ids.')),
      ...(min ? [ArrayMinSize(min, ruleError('too_few', 'Choose at least one staff member.', { min }))] : []),
      ArrayMaxSize(
        SESSION_STAFF_MAX,
        ruleError('too_many', `At most ${SESSION_STAFF_MAX} entries.`, { count: SESSION_STAFF_MAX }),
      ),
      Matches(UUID, { ...ruleError('reference', 'Each entry must be an id.'), each: true }),
    ])
      decorate(target, property);
  };

export class SessionPeople {
  @ApiProperty({ ...idsSchema, minItems: 1, description: 'The people.' })
  @People(1)
  staff_id: string[];
}

export class SessionMarks {
  @ApiProperty({ ...idsSchema, description: 'People who attended.' })
  @People(0)
  attended: string[];

  @ApiProperty({ ...idsSchema, description: 'People who were absent.' })
  @People(0)
  absent: string[];
}

export class SessionBookedDto extends answerDto(sessionBookedAnswer) {}
export class SessionLeftDto extends answerDto(sessionLeftAnswer) {}
export class OwnPlaceDto extends answerDto(ownPlaceAnswer) {}
export class AttendanceDto extends answerDto(attendanceAnswer) {}
