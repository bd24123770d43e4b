import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsObject, IsString, Matches, MaxLength, Validate } from 'class-validator';
import { passkeySchema } from '../../contract/account.responses';
import { answerDto } from '../../common/rest/dto';
import { IsOneLine } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

const OPTIONS_REQUIRED = 'Request the options first.';

export class PasskeyOptionsDto {
  @ApiProperty({ format: 'uuid', description: 'Send it back with the answer; valid once, for 5 minutes.' })
  challenge_id: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'For navigator.credentials, in the JSON form of WebAuthn level 3.',
    example: { rpId: 'skilgrid.example.org', userVerification: 'required' },
  })
  options: object;
}

export class PasskeyAnswerBody {
  @ApiProperty({ format: 'uuid', example: '018f0000-0000-7000-8000-000000000000' })
  @MaxLength(40, ruleError('begin_again', OPTIONS_REQUIRED))
  @IsString(ruleError('begin_again', OPTIONS_REQUIRED))
  challenge_id: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The answer of navigator.credentials, as JSON.',
    example: { id: 'AQ', rawId: 'AQ', type: 'public-key' },
  })
  @IsObject(ruleError('object', 'Send the answer of navigator.credentials as JSON.'))
  response: { id?: unknown };
}

const PasskeyName = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ description: 'Name to tell it apart.', maxLength: 100, example: 'Work laptop' }),
    MaxLength(100, ruleError('too_long', 'At most 100 characters.', { count: 100 })),
    Matches(/\S/, ruleError('required', 'Enter a name.')),
    IsString(ruleError('required', 'Enter a name.')),
    Validate(IsOneLine),
  );

export class PasskeyWrite extends PasskeyAnswerBody {
  @PasskeyName()
  name: string;
}

export class PasskeyChange {
  @PasskeyName()
  name: string;
}

export class PasskeyRowDto extends answerDto(passkeySchema) {}
