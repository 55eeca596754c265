// Kept as it came: Allman braces, tabs, CRLF line ends.
public class LegacyCalendar
{
	public static boolean isLeap( int year )
	{
		return year % 4 == 0 && ( year % 100 != 0 || year % 400 == 0 );
	}

	public static int daysInMonth( int month, int year )
	{
		switch( month )
		{
			case 2:
				return isLeap( year ) ? 29 : 28;
			case 4: case 6: case 9: case 11:
				return 30;
			default:
				if( month < 1 || month > 12 )
				{
					throw new IllegalArgumentException( "month " + month );
				}
				return 31;
		}
	}
}
