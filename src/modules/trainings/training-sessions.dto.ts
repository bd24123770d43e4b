import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, Matches } from 'class-validator';
import {
  markAttendanceSchema,
  ownBookingSchema,
  bookSessionSchema,
  cancelBookingsSchema,
} from '../../contract/session.responses';
import { SESSION_STAFF_MAX } from '../../contract/training-sessions.resource';
import { answerDto } from '../../common/rest/dto';
import { ruleError } from '../../common/errors/field-error';
import { UUID_PATTERN } from '../../common/ids';

const idsSchema = { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: SESSION_STAFF_MAX } as const;

const IsStaffIdList =
  (min: 0 | 1): PropertyDecorator =>
  (target, property) => {
    for (const decorate of [
      IsArray(ruleError('list', 'Send a list of ids.')),
      ...(min ? [ArrayMinSize(min, ruleError('too_few', 'Choose at least one staff member.', { min }))] : []),
      ArrayMaxSize(
        SESSION_STAFF_MAX,
        ruleError('too_many', `At most ${SESSION_STAFF_MAX} entries.`, { count: SESSION_STAFF_MAX }),
      ),
      Matches(UUID_PATTERN, { ...ruleError('reference', 'Each entry must be an id.'), each: true }),
    ])
      decorate(target, property);
  };

export class SessionPeople {
  @ApiProperty({ ...idsSchema, minItems: 1, description: 'The people.' })
  @IsStaffIdList(1)
  staff_id: string[];
}

export class SessionMarks {
  @ApiProperty({ ...idsSchema, description: 'People who attended.' })
  @IsStaffIdList(0)
  attended: string[];

  @ApiProperty({ ...idsSchema, description: 'People who were absent.' })
  @IsStaffIdList(0)
  absent: string[];
}

export class SessionBookedDto extends answerDto(bookSessionSchema) {}
export class SessionLeftDto extends answerDto(cancelBookingsSchema) {}
export class OwnPlaceDto extends answerDto(ownBookingSchema) {}
export class AttendanceDto extends answerDto(markAttendanceSchema) {}
