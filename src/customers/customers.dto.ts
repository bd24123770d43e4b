import { ApiProperty } from '@nestjs/swagger';
import { customers } from '../contract/customers.resource';
import { changeDto, rowDto } from '../platform/definitions/dto';

export class CustomerChange extends changeDto(customers) {}
export class CustomerRowDto extends rowDto(customers) {}
export class ChangedCustomerDto extends CustomerRowDto {
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: null,
    description: 'Where the link went with which a new e-mail or user name is confirmed.',
  })
  confirmation_sent_to: string | null;
}
