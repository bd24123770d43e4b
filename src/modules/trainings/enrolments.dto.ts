import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, Validate } from 'class-validator';
import { ownEnrolmentSchema } from '../../contract/enrolment.responses';
import {
  ENROLMENT_COMMANDS,
  enrolmentRequests,
  type EnrolmentCommand,
} from '../../contract/enrolment-requests.resource';
import { answerDto, rowDto } from '../../common/rest/dto';
import { IsNotBlank, IsPlainText } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

export class OwnEnrolmentDto extends answerDto(ownEnrolmentSchema) {}

export class EnrolmentRequestRowDto extends rowDto(enrolmentRequests) {
  @ApiProperty({
    enum: ENROLMENT_COMMANDS,
    isArray: true,
    example: ['approve', 'decline'],
    description: 'What the user may do with it now.',
  })
  commands: EnrolmentCommand[];
}

export class DeclineDto {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 500, example: 'Booked out until spring' })
  @IsString(ruleError('required', 'Enter a reason.'))
  @MaxLength(500, ruleError('too_long', 'At most 500 characters.', { count: 500 }))
  @Validate(IsPlainText)
  @Validate(IsNotBlank)
  reason: string;
}
