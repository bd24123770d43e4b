import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, Validate } from 'class-validator';
import { ownEnrolmentAnswer } from '../contract/enrolment-answers';
import { ENROLMENT_COMMANDS, enrolmentRequests, type EnrolmentCommand } from '../contract/enrolment-requests.resource';
import { answerDto, rowDto } from '../platform/definitions/dto';
import { IsNotBlank, IsPlainText } from '../platform/definitions/field-rules';
import { ruleError } from '../platform/errors/field-error';

export class OwnEnrolmentDto extends answerDto(ownEnrolmentAnswer) {}

export class EnrolmentRequestRowDto extends rowDto(enrolmentRequests) {
  @ApiProperty({
    enum: ENROLMENT_COMMANDS,
    isArray: true,
    example: ['approve', 'decline'],
    description: 'What the user may do with it now.',
  })
  commands: EnrolmentCommand[];
}

export class Declining {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 500, example: 'Booked out until spring' })
  @IsString(ruleError('required', 'Enter a reason.'))
  @MaxLength(500, ruleError('too_long', 'At most 500 characters.', { count: 500 }))
  @Validate(IsPlainText)
  @Validate(IsNotBlank)
  reason: string;
}
