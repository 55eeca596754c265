class Matrix
{
    static int trace(int[][] m)
    {
        int sum = 0;
        for (int i = 0; i < m.length; i++)
        {
            sum += m[i][i];
        }
        return sum;
    }

    static boolean isSymmetric(int[][] m)
    {
        for (int i = 0; i < m.length; i++)
        {
            for (int j = 0; j < i; j++)
            {
                if (m[i][j] != m[j][i])
                {
                    return false;
                }
            }
        }
        return true;
    }

    /* counts the pairs (i, j), i < j, that are out of order */
    static int inversions(int[] a)
    {
        int n = 0;
        for (int i = 0; i < a.length; i++)
            for (int j = i + 1; j < a.length; j++)
                if (a[i] > a[j])
                    n++;
        return n;
    }
}
