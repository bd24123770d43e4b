import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Matches, MaxLength, Validate } from 'class-validator';
import { CERTIFICATE_ACCENT, CERTIFICATE_TEXT_MAX, certificateDesignAnswer } from '../contract/certificate-design';
import { certificates } from '../contract/certificates.resource';
import { answerDto, rowDto } from '../platform/definitions/dto';
import { IsNotNull, IsOneLine, IsPlainText } from '../platform/definitions/field-rules';
import { ruleError } from '../platform/errors/field-error';

export class CertificateRowDto extends rowDto(certificates) {
  @ApiProperty({ type: 'number', nullable: true, example: 81.82, description: 'In percent; null without a quiz.' })
  score: number | null;
}

export class CertificateDesignDto extends answerDto(certificateDesignAnswer) {}

const A_TEXT = IsString(ruleError('text', 'Enter text.'));
const atMost = (count: number) => MaxLength(count, ruleError('too_long', `At most ${count} characters.`, { count }));
const { title, text, signature_name, signature_role } = CERTIFICATE_TEXT_MAX;

export class CertificateDesignBody {
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: title,
    example: 'Certificate of training',
    description: 'Heading; null: the default.',
  })
  @IsOptional()
  @atMost(title)
  @Validate(IsOneLine)
  @A_TEXT
  title?: string | null;

  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: text,
    example: 'Recognised in all our plants.',
  })
  @IsOptional()
  @atMost(text)
  @Validate(IsPlainText)
  @A_TEXT
  text?: string | null;

  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: signature_name,
    example: 'Asha Rao',
    description: 'Name of the signatory; null: none.',
  })
  @IsOptional()
  @atMost(signature_name)
  @Validate(IsOneLine)
  @A_TEXT
  signature_name?: string | null;

  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: signature_role,
    example: 'Head of training',
    description: 'Position of the signatory.',
  })
  @IsOptional()
  @atMost(signature_role)
  @Validate(IsOneLine)
  @A_TEXT
  signature_role?: string | null;

  @ApiProperty({ required: false, maxLength: 7, example: CERTIFICATE_ACCENT, description: '`#rrggbb`' })
  @IsNotNull()
  @Matches(/^#[0-9a-f]{6}$/i, ruleError('color', 'Enter a colour such as #403098.'))
  accent?: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The row_version that was read; a stale one answers 412.',
  })
  @IsOptional()
  @IsInt(ruleError('version', 'Send the row_version that you read.'))
  row_version?: number;
}
